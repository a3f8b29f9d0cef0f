"""Writes oracle.txt, which oracle.rs reads: what Python's ipaddress says of the edges of its own
tables and of 100,000 random addresses. Made with Python 3.11.7: python3 oracle.py > oracle.txt"""

import ipaddress

OCTETS = [0, 2, 10, 16, 18, 51, 63, 64, 88, 99, 100, 113, 127, 169, 172, 192, 198, 203, 254]
SEGMENTS = [0, 1, 0x64, 0xFF9B, 0x100, 0x2001, 0xDB8, 0x2002, 0x2620, 0x3FFF, 0x5F00, 0xFD00, 0xFE80, 0xFFFF]
MASK = (1 << 64) - 1


def splitmix(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        yield mixed >> 32


def random_addresses(count):
    numbers = splitmix(1)

    def parts(pool, length, top):
        for _ in range(length):
            number = next(numbers)
            yield pool[(number >> 1) % len(pool)] if number & 1 else (number >> 8) & top

    for index in range(count):
        if index % 2 == 0:
            yield ipaddress.IPv4Address(bytes(parts(OCTETS, 4, 0xFF)))
        else:
            groups = list(parts(SEGMENTS, 8, 0xFFFF))
            # Every other one within global unicast, where the answer is not always the same.
            if index % 4 == 1:
                groups[0] = 0x2000 | groups[0] & 0x1FFF
            yield ipaddress.IPv6Address(b"".join(group.to_bytes(2, "big") for group in groups))


def edges():
    for kind, bits in (ipaddress.IPv4Address, 32), (ipaddress.IPv6Address, 128):
        constants = kind._constants
        networks = list(constants._private_networks) + [constants._multicast_network, constants._linklocal_network]
        for network in networks:
            first, last = int(network[0]), int(network[-1])
            for number in first - 1, first, last, last + 1:
                if 0 <= number < 1 << bits:
                    yield kind(number)


def is_public(address):
    return address.is_global and not address.is_multicast and not address.is_reserved


for address in edges():
    print(address, int(is_public(address)))
print()
verdicts = "".join(str(int(is_public(address))) for address in random_addresses(100_000))
digits = f"{int(verdicts, 2):025000x}"
for start in range(0, len(digits), 100):
    print(digits[start : start + 100])
