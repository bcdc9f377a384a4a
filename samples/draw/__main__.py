"""Draws all sample pictures, or those named, and writes the feed and the contact sheet.

python -m draw [SCENE…]        from the folder `samples`
"""

import sys
from importlib import import_module
from pathlib import Path

from PIL import Image, ImageOps

from .catalogue import PHOTOS
from .export import contact_sheet, export, names
from .feed import feed

SAMPLES = Path(__file__).resolve().parent.parent


def main(wanted):
    known = [photo.scene for photo in PHOTOS]
    for scene in wanted:
        if scene not in known:
            sys.exit(f"no scene named {scene}; there are: {', '.join(known)}")
    folder = SAMPLES / "feeds" / "photos"
    folder.mkdir(parents=True, exist_ok=True)
    for photo in PHOTOS:
        if wanted and photo.scene not in wanted:
            continue
        print(f"{photo.scene} …", flush=True)
        export(import_module(f"{__package__}.scenes.{photo.scene}").draw(*photo.size), photo, folder)
    (SAMPLES / "feeds" / "texas.json").write_text(feed(PHOTOS), encoding="ascii")
    drawn = [folder / names(photo)["z"] for photo in PHOTOS]
    pictures = [ImageOps.exif_transpose(Image.open(path)).convert("RGB") for path in drawn if path.exists()]
    contact_sheet(pictures, SAMPLES / "contact-sheet.jpg")


if __name__ == "__main__":
    main(sys.argv[1:])
