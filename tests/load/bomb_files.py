"""Makes hostile register files: small to send, dear to read. Fictional, and the same for a seed."""
import io
import random
import zipfile
import zlib

BFRANGE = b"1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange " \
          b"1 beginbfrange <00000000> <%08X> <0000> endbfrange"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def zip_of(entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def workbook(sheet, strings=""):
    relation = f'<Relationship Id="{{}}" Type="{OFFICE}/{{}}" Target="{{}}"/>'
    return zip_of([
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", "<Relationships>" + relation.format("r1", "officeDocument", "xl/workbook.xml")
         + "</Relationships>"),
        ("xl/workbook.xml", f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets>'
         '<sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", "<Relationships>"
         + relation.format("r1", "worksheet", "worksheets/sheet1.xml")
         + relation.format("r2", "sharedStrings", "sharedStrings.xml") + "</Relationships>"),
        ("xl/sharedStrings.xml", strings or f'<sst xmlns="{SHEET}"/>'),
        ("xl/worksheets/sheet1.xml", sheet)])


def shared_strings(size):
    return workbook("<worksheet/>", f'<sst xmlns="{SHEET}" count="1" uniqueCount="{size}"/>')


def far_cell(row):
    cell = f'<c r="XFD{row}"><v>1</v></c>'
    return workbook(f'<worksheet xmlns="{SHEET}"><dimension ref="A1:XFD{row}"/><sheetData>'
                    f'<row r="1"><c r="A1"><v>1</v></c></row><row r="{row}">{cell}</row>'
                    '</sheetData></worksheet>')


def spacious_sheet(size):
    return workbook(b"<worksheet>" + b" " * size + b"</worksheet>")


def pdf(content, font="", stream_filter=""):
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        b"<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /ToUnicode 6 0 R"
        b" /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F >>] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 5 0 R"
        b" /Resources << /Font << /F1 3 0 R >> >> >>",
        b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), stream_filter.encode(), content),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(font), font or b"")]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in offsets)
    return bytes(out) + b"trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def deflated_page(size):
    return pdf(zlib.compress(b"q " * (size // 2)), stream_filter="/Filter /FlateDecode")


def attributes(count):
    return b"<html><body><p " + b" ".join(b"a%d=1" % n for n in range(count)) + b">x</p></body></html>"


def nested(count):
    return b"<html><body>" + b"<div>" * count


def cells(count):
    return b"<html><body><table><tr>" + b"<td>x" * count + b"</table></body></html>"


def deep_json(count):
    return b"[" * count


def wide_json(count):
    return b"[" + b"{}," * count + b"{}]"


def long_line(size):
    return b"Account Number,Licence Number,Status\r\n\"" + b"x" * size


def wide_csv(count):
    return b"a," * count + b"\r\n" + b"1," * count


def zip_of_zeros(size):
    return zip_of([("register.csv", b"\0" * size)])


def zip_of_zips(depth):
    content = b"x" * 1024
    for _ in range(depth):
        content = zip_of([("register.zip", content)])
    return content


def many_entries(count):
    return zip_of((f"{n}.html", b"") for n in range(count))


def gzip_of_zeros(size):
    packer = zlib.compressobj(wbits=31)
    return packer.compress(b"\0" * size) + packer.flush()


MEGA = 1 << 20
# Register, name of the file, builder, smallest and largest size.
KINDS = [
    ("IOM", "register.xlsx", shared_strings, 1 << 20, (1 << 32) - 1),
    ("IOM", "register.xlsx", far_cell, 10_000, 1_048_576),
    ("IOM", "register.xlsx", spacious_sheet, 64 * MEGA, 256 * MEGA),
    ("CW", "register.pdf", lambda last: pdf(b"BT /F1 12 Tf (x) Tj ET", BFRANGE % last),
     1 << 20, (1 << 32) - 1),
    ("CW", "register.pdf", lambda size: pdf(b"q " * (size // 2)), MEGA, 8 * MEGA),
    ("CW", "register.pdf", deflated_page, 64 * MEGA, 256 * MEGA),
    ("CW", "register.pdf", lambda depth: pdf(b"[" * depth), 10_000, 1_000_000),
    ("KH", "register.html", attributes, 100_000, 400_000),
    ("TGC", "register.html", nested, 100_000, 1_000_000),
    ("AN", "register.html", cells, 100_000, 2_000_000),
    ("AN", "register.json", deep_json, 100_000, 10_000_000),
    ("AN", "register.json", wide_json, 100_000, 5_000_000),
    ("UKGC", "licences.csv", long_line, MEGA, 64 * MEGA),
    ("UKGC", "licences.csv", wide_csv, 100_000, 5_000_000),
    ("MGA", "register.zip", zip_of_zeros, 64 * MEGA, 512 * MEGA),
    ("MGA", "register.zip", zip_of_zips, 3, 200),
    ("MGA", "register.zip", many_entries, 10_000, 60_000),
    ("KH", "register.gz", gzip_of_zeros, 64 * MEGA, 512 * MEGA),
]


def bombs(count, seed=1):
    """Yields so many times (register, file name, bytes); the first of each kind is the largest."""
    chance = random.Random(seed)
    for nth in range(count):
        code, name, build, least, most = KINDS[nth % len(KINDS)]
        yield code, name, build(most if nth < len(KINDS) else chance.randint(least, most))
