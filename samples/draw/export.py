"""Stores a drawn picture the way the photo site does: three sizes under one id and secret."""

from PIL import Image, ImageFilter

SIZES = {"b": 1024, "z": 640, "m": 240}
ORIENTATION = 0x0112


def names(photo):
    return {suffix: f"{photo.id}_{photo.secret}_{suffix}.{photo.extension}" for suffix in SIZES}


def fitted(size, edge):
    """The largest size of the same shape whose longer side is `edge`."""
    factor = edge / max(size)
    return tuple(max(1, round(side * factor)) for side in size)


def export(picture, photo, folder):
    for suffix, name in names(photo).items():
        small = picture.resize(fitted(picture.size, SIZES[suffix]), Image.LANCZOS)
        small = small.filter(ImageFilter.UnsharpMask(0.6, 45, 0))
        if photo.extension == "png":
            small.save(folder / name, optimize=True)
            continue
        options = {"quality": 85, "subsampling": "4:2:0", "optimize": True, "progressive": photo.progressive}
        if photo.turned:
            small = small.transpose(Image.ROTATE_90)
            exif = Image.Exif()
            exif[ORIENTATION] = 6
            options["exif"] = exif
        small.save(folder / name, **options)


def contact_sheet(pictures, path, columns=4, cell=(256, 192), gap=8):
    """All pictures, each whole, on one dark page."""
    lines = -(-len(pictures) // columns)
    page = Image.new("RGB", (columns * (cell[0] + gap) + gap, lines * (cell[1] + gap) + gap), (22, 22, 24))
    for k, picture in enumerate(pictures):
        factor = min(cell[0] / picture.width, cell[1] / picture.height)
        small = picture.resize((round(picture.width * factor), round(picture.height * factor)), Image.LANCZOS)
        x = gap + k % columns * (cell[0] + gap) + (cell[0] - small.width) // 2
        y = gap + k // columns * (cell[1] + gap) + (cell[1] - small.height) // 2
        page.paste(small, (x, y))
    page.save(path, quality=82, subsampling="4:2:0", optimize=True)
