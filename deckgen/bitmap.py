"""Bitmaps: what a PNG or JPEG is, found in its first bytes, and the bleed that it may lack.

Sizes are checked before anything is decoded.  Pillow is only loaded where pixels must be made or
changed: edges extended into the bleed, or colours turned grey.
"""

from __future__ import annotations

import struct
from dataclasses import field
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

from card_specs.values import dataclass

MAX_BYTES = 5_000_000
MAX_PIXELS = 20_000_000
LEAST_DPI = 300.0
"""Under this a print looks soft; `deckgen check` warns."""

_ORIENTATION = 0x0112
_PLAIN_MODES = frozenset({"1", "L", "LA", "P", "RGB", "RGBA"})
_PNG = b"\x89PNG\r\n\x1a\n"
_SOF = frozenset({0xC0, 0xC1, 0xC2})
_OTHER_SOF = frozenset(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}


class BitmapError(Exception):
    """The file is no bitmap that can be printed; the text says why."""


@dataclass(frozen=True)
class Bitmap:
    """A PNG or JPEG file's bytes with its size in pixels."""

    name: str
    data: bytes = field(repr=False)
    width: int
    height: int

    def dpi(self, width: float, height: float) -> float:
        """Dots an inch at a printed size in mm, in the worse direction."""
        return 25.4 * min(self.width / width, self.height / height)


def read(data: bytes, name: str) -> Bitmap:
    """The bitmap of a file's bytes; BitmapError if it is none or too large."""
    if len(data) > MAX_BYTES:
        raise BitmapError(
            f"the file has {len(data) / 1e6:.1f} MB; a bitmap may have {MAX_BYTES / 1e6:g} MB"
        )
    size = _png_size(data) if data.startswith(_PNG) else _jpeg_size(data)
    if min(size) <= 0:
        raise BitmapError("the bitmap has no pixels")
    if size[0] * size[1] > MAX_PIXELS:
        megapixels = size[0] * size[1] / 1e6
        raise BitmapError(
            f"the bitmap has {megapixels:.0f} megapixels; it may have {MAX_PIXELS / 1e6:g}"
        )
    return Bitmap(name, data, *size)


def _png_size(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR" or len(data) < 33:
        raise BitmapError("the PNG file is damaged")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int]:
    if not data.startswith(b"\xff\xd8"):
        raise BitmapError("this is neither a PNG nor a JPEG file")
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            raise BitmapError("the JPEG file is damaged")
        marker = data[at + 1]
        if marker in _SOF:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        if marker in _OTHER_SOF:
            raise BitmapError("this kind of JPEG is not supported; save it as a baseline JPEG")
        alone = marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD8
        at += 1 if marker == 0xFF else 2
        if not alone:
            at += struct.unpack(">H", data[at : at + 2])[0]
    raise BitmapError("the JPEG file is cut off")


def plain(bitmap: Bitmap) -> Bitmap:
    """The bitmap as every printer and screen shows it alike; BitmapError if it is damaged.

    Pictures that lie on their side by their camera's note are turned, CMYK and 16 bits become plain
    RGB and 8 bits.  Most files stay as they are.
    """
    import PIL.Image
    from PIL import ImageOps, UnidentifiedImageError

    try:
        with PIL.Image.open(BytesIO(bitmap.data)) as image:
            image.load()
            turned = image.getexif().get(_ORIENTATION, 1) != 1
            if not turned and image.mode in _PLAIN_MODES:
                return bitmap
            return _saved(bitmap, _in_plain_mode(ImageOps.exif_transpose(image)))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise BitmapError("the bitmap is damaged") from error


def extended(bitmap: Bitmap, share_x: float, share_y: float) -> Bitmap:
    """The bitmap with its outermost pixels repeated outwards.

    `share_x` and `share_y` are the bleed in parts of the picture's width and height, a side.
    """
    image = _opened(bitmap)
    extra_x, extra_y = round(image.width * share_x), round(image.height * share_y)
    import PIL.Image

    width, height = image.width + 2 * extra_x, image.height + 2 * extra_y
    out = PIL.Image.new(image.mode, (width, height))
    out.paste(image, (extra_x, extra_y))
    for x, box in (
        (0, (0, 0, 1, image.height)),
        (1, (image.width - 1, 0, image.width, image.height)),
    ):
        edge = image.crop(box).resize((extra_x or 1, image.height))
        out.paste(edge, (x * (extra_x + image.width), extra_y))
    for y, row in ((0, extra_y), (1, extra_y + image.height - 1)):
        edge = out.crop((0, row, width, row + 1)).resize((width, extra_y or 1))
        out.paste(edge, (0, y * (extra_y + image.height)))
    return _saved(bitmap, out)


def greyed(bitmap: Bitmap) -> Bitmap:
    """The bitmap without its colours; transparency stays."""
    image = _opened(bitmap)
    has_alpha = image.mode in ("RGBA", "LA")
    return _saved(bitmap, image.convert("LA" if has_alpha else "L"))


def paletted(data: bytes, colours: int) -> bytes:
    """A PNG in at most so many colours, transparent ones too: a third of the size."""
    from PIL import Image

    image = Image.open(BytesIO(data)).convert("RGBA")
    few = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _opened(bitmap: Bitmap) -> Image:
    """The decoded picture in a plain mode: L, LA, RGB or RGBA."""
    import PIL.Image
    from PIL import UnidentifiedImageError

    try:
        image = PIL.Image.open(BytesIO(bitmap.data))
        image.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise BitmapError("the bitmap is damaged") from error
    return _in_plain_mode(image)


def _in_plain_mode(image: Image) -> Image:
    if "transparency" in image.info:
        return image.convert("RGBA")
    return image if image.mode in ("L", "LA", "RGB", "RGBA") else image.convert("RGB")


def _saved(bitmap: Bitmap, image: Image) -> Bitmap:
    out = BytesIO()
    if bitmap.data.startswith(_PNG):
        image.save(out, "PNG")
    else:
        image.save(out, "JPEG", quality=92)
    return Bitmap(bitmap.name, out.getvalue(), image.width, image.height)
