import sys

try:
    import yaml
except ImportError:
    print("skipped: compose.yaml is not parsed, Python has no yaml here")
    sys.exit(0)

compose = yaml.safe_load(open("compose.yaml"))
services = compose["services"]
for name, service in services.items():
    assert service.get("build") or ":" in service["image"], f"{name} has no image"
    for other, condition in service.get("depends_on", {}).items():
        assert condition == {"condition": "service_healthy"}, (name, other)
        assert services[other]["healthcheck"]["test"], f"{other} has no health check"
    for volume in service.get("volumes", []):
        assert volume.split(":")[0] in compose["volumes"], f"{name}: {volume}"
    for port in service.get("ports", []):
        assert port.startswith("127.0.0.1:"), f"{name}: {port} is open to everybody"
    assert service["mem_limit"] and service["pids_limit"] > 0, f"{name} has no limits"
    for secret in service.get("secrets", []):
        assert secret in compose["secrets"], f"{name}: {secret}"
    for variable, value in service.get("environment", {}).items():
        assert "PASSWORD" not in variable or variable.endswith("_FILE"), f"{name}: {variable}"
        if value.startswith("/run/secrets/"):
            assert value.removeprefix("/run/secrets/") in service["secrets"], f"{name}: {value}"
