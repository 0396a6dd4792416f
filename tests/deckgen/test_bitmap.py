"""Bitmaps: sizes found before decoding, limits, extended edges, transparency."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from PIL import Image

from deckgen import bitmap


def png(mode: str = "RGB", size: tuple[int, int] = (30, 20), colour: object = "red") -> bytes:
    out = BytesIO()
    Image.new(mode, size, colour).save(out, "PNG")  # type: ignore[arg-type]
    return out.getvalue()


def jpeg(size: tuple[int, int] = (30, 20), **about: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "blue").save(out, "JPEG", **about)  # type: ignore[arg-type]
    return out.getvalue()


def opened(found: bitmap.Bitmap) -> Image.Image:
    return Image.open(BytesIO(found.data))


@pytest.mark.parametrize(
    "data", [png(), jpeg(), jpeg(progressive=True), jpeg(comment=b"\xff" * 50)]
)
def test_sizes_come_from_the_head(data: bytes) -> None:
    found = bitmap.read(data, "a")
    assert (found.width, found.height) == (30, 20)


def test_resolution() -> None:
    assert bitmap.read(png(size=(750, 1050)), "a").dpi(63.5, 88.9) == pytest.approx(300)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GIF89a", "this is neither a PNG nor a JPEG file"),
        (b"\x89PNG\r\n\x1a\n", "the PNG file is damaged"),
        (png()[:16] + struct.pack(">II", 0, 5) + png()[24:], "the bitmap has no pixels"),
        (b"\xff\xd8\xff\xe0\x00\x10", "the JPEG file is cut off"),
        (b"\xff\xd8\x00\xe0" + bytes(20), "the JPEG file is damaged"),
        (bytes(5_000_001), "the file has 5.0 MB; a bitmap may have 5 MB"),
        (
            png()[:16] + struct.pack(">II", 60_000, 60_000) + png()[24:],
            "the bitmap has 3600 megapixels; it may have 20",
        ),
    ],
)
def test_what_cannot_be_printed(data: bytes, message: str) -> None:
    with pytest.raises(bitmap.BitmapError) as caught:
        bitmap.read(data, "a")
    assert str(caught.value) == message


def test_edges_are_repeated_outwards() -> None:
    image = Image.new("RGB", (10, 10), "white")
    image.putpixel((0, 0), (255, 0, 0))
    image.putpixel((9, 4), (0, 0, 255))
    out = BytesIO()
    image.save(out, "PNG")
    wider = opened(bitmap.extended(bitmap.read(out.getvalue(), "a"), 0.3, 0.3))
    assert wider.size == (16, 16)
    assert wider.getpixel((0, 0)) == wider.getpixel((3, 3)) == (255, 0, 0)
    assert wider.getpixel((15, 7)) == (0, 0, 255)
    assert wider.getpixel((8, 8)) == (255, 255, 255)


def test_a_palette_png_keeps_its_transparency() -> None:
    image = Image.new("P", (10, 10), 0)
    image.putpalette([0, 0, 0, 255, 0, 0])
    out = BytesIO()
    image.save(out, "PNG", transparency=0)
    wider = opened(bitmap.extended(bitmap.read(out.getvalue(), "a"), 0.1, 0.1))
    assert wider.mode == "RGBA"
    assert wider.getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_greyed_pictures_keep_their_kind_and_transparency() -> None:
    grey = opened(bitmap.greyed(bitmap.read(png("RGBA", colour=(255, 0, 0, 128)), "a")))
    assert grey.mode == "LA"
    assert bitmap.greyed(bitmap.read(jpeg(), "a")).data.startswith(b"\xff\xd8")


def test_pictures_are_turned_as_their_camera_says() -> None:
    image = Image.new("RGB", (30, 20), "white")
    exif = Image.Exif()
    exif[0x0112] = 6
    out = BytesIO()
    image.save(out, "JPEG", exif=exif)
    found = bitmap.plain(bitmap.read(out.getvalue(), "a"))
    assert (found.width, found.height) == (20, 30)
    assert opened(found).getexif().get(0x0112, 1) == 1


def test_cmyk_becomes_rgb_and_the_rest_stays_as_it_is() -> None:
    out = BytesIO()
    Image.new("CMYK", (30, 20)).save(out, "JPEG")
    assert opened(bitmap.plain(bitmap.read(out.getvalue(), "a"))).mode == "RGB"
    for data in (png(), jpeg(), png("RGBA", colour=(1, 2, 3, 4))):
        assert bitmap.plain(bitmap.read(data, "a")).data == data
    with pytest.raises(bitmap.BitmapError, match="damaged"):
        bitmap.plain(bitmap.Bitmap("a", png()[:60], 30, 20))


def test_a_damaged_picture_is_told_when_it_is_decoded() -> None:
    with pytest.raises(bitmap.BitmapError, match="damaged"):
        bitmap.greyed(bitmap.Bitmap("a", png()[:40], 30, 20))


def test_few_colours_are_smaller_and_keep_what_is_transparent() -> None:
    data = png("RGBA", (64, 64), (200, 30, 40, 255))
    clear = png("RGBA", (64, 64), (0, 0, 0, 0))
    few = Image.open(BytesIO(bitmap.paletted(data, 16)))
    assert few.mode == "P"
    assert few.convert("RGBA").getpixel((5, 5)) == (200, 30, 40, 255)
    assert Image.open(BytesIO(bitmap.paletted(clear, 16))).convert("RGBA").getpixel((1, 1)) == (
        0,
        0,
        0,
        0,
    )
