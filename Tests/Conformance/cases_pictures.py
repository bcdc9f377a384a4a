"""S12, S16, S17, S19–S22 and S25: from a photo's address to its pixels."""

import json
import os
import re

from bench import PICTURE, SUFFIXES
from checks import check, equal
from pictures import Picture, png_chunks

FIRST, SECOND, THIRD = "54900000100", "54900000101", "54900000102"


def item(media, width, height):
    """A feed with one photo, whose preview has a size."""
    description = f'<p><a href="x"><img src="{media}" width="{width}" height="{height}" alt="x" /></a></p>'
    return json.dumps(
        {
            "title": "One",
            "items": [
                {
                    "title": "One",
                    "link": "https://www.flickr.com/photos/x/1/",
                    "media": {"m": media},
                    "description": description,
                    "date_taken": "2026-11-28T17:20:00-08:00",
                    "published": "2026-11-29T18:00:00Z",
                    "author": 'nobody@flickr.com ("x")',
                    "author_id": "1@N02",
                    "tags": "texas",
                }
            ],
        }
    )


def case_S12(bench):
    fits = {"fit": "contain", "fill": "cover"}
    for number, row in enumerate(bench.read("feeds/sizes-expected.json")):
        size = ["--size", "{}x{}".format(*row["box"]), "--fit", fits[row["mode"]], "--json"]
        # Offline, the address that would be asked first.
        feed = bench.path("feed.json", item(row["m"], *row["preview"]))
        asked = (
            bench.run("refresh", "--feed", feed, "--offline", "--state-dir", bench.path("nothing"), *size)
            .expect(69)
            .error["url"]
        )
        suffix = row["suffix"] and f"_{row['suffix']}"
        expected = row.get("url") or re.sub(r"_m\.jpg$", f"{suffix}.jpg", row["m"])
        equal(asked.partition("?")[0], expected, f"row {number}: the address to be asked")
        # And the request that is made, with the same path on a server of our own.
        if row["suffix"] is None:
            continue
        path = re.sub(r"^(https?:)?//[^/]+", "", row["m"]).partition("?")[0]
        server = bench.serve(
            {
                "/services/feeds/photos_public.gne": {"body": item(f"@BASE@{path}", *row["preview"])},
                **{path.replace("_m.jpg", f"{suffix}.jpg"): {"file": PICTURE} for suffix in SUFFIXES},
            }
        )
        bench.refresh(server, *size)
        equal(server.photo_paths(), [path.replace("_m.jpg", f"{suffix}.jpg")], f"row {number}: the requests")
        server.stop()

    server = bench.serve("s12-sizes-missing.json")
    entry = bench.refresh(server, "--size", "1024x1024").json
    equal(entry["photo"]["id"], FIRST, "the photo where sizes are missing")
    image = entry["image"]
    check(
        max(image["originalWidth"], image["originalHeight"]) <= 500, f"the picture is larger than 500: {image}"
    )
    asked = server.photo_paths()
    ours = [path for path in asked if FIRST in path]
    check(len(ours) <= 5, f"more than 5 photo requests: {ours}")
    check(set(asked) - set(ours) <= {"/unavailable.png"}, f"other requests: {asked}")
    larger = [path for path in ours if re.search(r"_(h|k|3k|4k|f|5k|6k|o)\.", path)]
    check(not larger, f"sizes with a secret of their own were asked for: {larger}")


def case_S16(bench):
    server = bench.serve("s16-truncated.json")
    address = f"{server.base}/65535/{FIRST}_cd18fc9fb6_m.jpg"
    error = bench.run("thumbnail", address, "-o", "cut.png", "--retries", 0, "--json").expect(69).error
    equal(error["code"], "truncated", "the code of a cut download")
    check(not os.path.exists(bench.path("cut.png")), "a thumbnail was made of a cut download")
    entry = bench.refresh(server, "--retries", 0).json
    equal(entry["photo"]["id"], SECOND, "the photo used")
    whole = open(bench.image("s16-whole.jpg"), "rb").read()
    for path in bench.objects():
        check(not whole.startswith(open(path, "rb").read()), f"{path} holds a cut picture")
    equal(bench.temporaries(), [], "temporary files")

    cut = bench.image("s16-cut60.jpg")
    equal(
        bench.run("thumbnail", cut, "-o", "half.png", "--json").expect(65).error["code"],
        "corrupt",
        "the cut file's code",
    )
    check(not os.path.exists(bench.path("half.png")), "a half-grey picture was made")

    # A cut original in the cache is a miss, though its answer is still fresh.
    server = bench.serve(
        {
            "/services/feeds/photos_public.gne": {
                "file": "feeds/three.json",
                "headers": {"Cache-Control": "max-age=600"},
            },
            f"/65535/{FIRST}_cd18fc9fb6_m.jpg": {
                "file": "images/s16-whole.jpg",
                "headers": {"Cache-Control": "max-age=600"},
            },
        }
    )
    first = bench.refresh(server, "--variant", "m").json
    path = next(path for path in bench.objects() if first["image"]["sha256"] in path)
    equal(
        bench.refresh(server, "--variant", "m").json["status"], "cached", "the status of a whole cached picture"
    )
    equal(len(server.photo_paths()), 1, "requests while the cache is whole")
    with open(path, "wb") as file:
        file.write(open(cut, "rb").read())
    again = bench.refresh(server, "--variant", "m").json
    equal(len(server.photo_paths()), 2, "requests after the cached picture was cut")
    equal(open(path, "rb").read(), whole, "the cached picture afterwards")
    equal(again["image"]["sha256"], first["image"]["sha256"], "the digest afterwards")


def case_S17(bench):
    for routes in ("s17a-html-200.json", "s17c-empty-body.json"):
        server = bench.serve(routes)
        equal(bench.refresh(server).json["photo"]["id"], SECOND, f"{routes}: the photo used")
        bodies = [
            open(path, "rb").read(16)
            for path in bench.objects()
            if path.endswith((".jpg", ".png", ".gif", ".webp"))
        ]
        check(
            all(body.startswith(b"\xff\xd8\xff") for body in bodies),
            f"{routes}: what is no picture was stored: {bodies}",
        )
        good = bench.good()
        entry = bench.refresh(server, "--item", 1, "--variant", "m").json
        check(entry["photo"]["id"] != FIRST, f"{routes}: the body was taken for the first photo")
        bench.kept(good)
    entry = bench.refresh(bench.serve("s17b-png-named-jpg.json"), "--variant", "m").json
    equal((entry["photo"]["id"], entry["image"]["format"]), (FIRST, "png"), "b: the photo and its format")
    check(
        entry["image"]["original"].endswith("original.png"),
        f"b: the original's name is {entry['image']['original']}",
    )
    bench.expect_published(entry, "s17-really-png.jpg")


def thumbnails(bench, name):
    """The pixels of an image as PAM and PNG, and the JPEG's bytes."""
    for ending in ("pam", "png", "jpg"):
        bench.run("thumbnail", bench.image(name), "-o", f"out.{ending}").expect(0)
    pam, png = Picture.read(bench.path("out.pam")), Picture.read(bench.path("out.png"))
    check(pam == png, f"{name}: PAM and PNG differ")
    return pam, open(bench.path("out.png"), "rb").read(), open(bench.path("out.jpg"), "rb").read()


def case_S19(bench):
    for orientation in (1, 3, 6, 8):
        name = f"s19-orient{orientation}.jpg"
        picture, png, jpeg = thumbnails(bench, name)
        bench.expect_pixels(picture, name)
        check(b"eXIf" not in [kind for kind, _ in png_chunks(png, name)], f"{name}: the PNG carries EXIF")
        check(b"Exif\0\0" not in jpeg, f"{name}: the JPEG carries EXIF")


def case_S20(bench):
    picture, _, _ = thumbnails(bench, "s20-cmyk-adobe.jpg")
    bench.expect_pixels(picture, "s20-cmyk-adobe.jpg")


def case_S21(bench):
    for name in ("s21-declared-16384.png", "s21-declared-65535.jpg", "s21-zero-width.png"):
        run = bench.run("thumbnail", bench.image(name), "-o", "out.png", "--json").expect(65)
        check(run.seconds < 1, f"{name}: refused after {run.seconds:.2f} s")
        check(run.peak_mib < 64, f"{name}: took {run.peak_mib:.0f} MiB")
        check(not os.path.exists(bench.path("out.png")), f"{name}: an output was made")
    run = bench.refresh(bench.serve("s21-bomb.json"))
    equal(run.json["photo"]["id"], THIRD, "the photo used")
    check(run.peak_mib < 64, f"the refresh took {run.peak_mib:.0f} MiB")


def case_S22(bench):
    server = bench.serve("s22-hostile-names.json")
    before = set(os.listdir("/tmp"))
    for number in (1, 2, 3):
        bench.refresh(server, "--item", number, "--variant", "m")
    bench.entries(server, 3)
    allowed = re.compile(
        r"cache/(CACHEDIR\.TAG|index\.(sqlite|lock)(-wal|-shm)?|objects/[0-9a-f]{2}/[0-9a-f]{64}\.(jpg|png|gif|webp|json)"
        r"|thumbnails/\d+x\d+-\w+/[0-9a-f]{2}/[0-9a-f]{64}\.(pam|png))"
        r"|state/published/photo/default/(\.lock|current|[0-9a-f]{32}/(entry\.json|thumbnail\.(png|pam)|original\.(jpg|png)))"
        r"|state/schedule/photo/default/(\.lock|schedule\.json)"
    )
    ours = re.compile(r"routes-\d+\.json|requests-\d+\.jsonl")
    for path in bench.files(bench.root):
        name = os.path.relpath(path, bench.root)
        check(allowed.fullmatch(name) or ours.fullmatch(name), f"a file of an unexpected name: {name}")
        check(len(os.path.basename(name).encode()) <= 255, f"a name of more than 255 bytes: {name}")
    new = [name for name in set(os.listdir("/tmp")) - before if "pwn" in name]
    check(not new, f"files were made outside: {new}")


def case_S25(bench):
    server = bench.serve("s25-too-large.json")
    for number, width, height in ((1, 1024, 1024), (2, 4000, 200)):
        image = bench.refresh(server, "--item", number, "--size", "4000x4000", "--max-area", 718080).json[
            "image"
        ]
        equal(
            (image["originalWidth"], image["originalHeight"]), (width, height), f"photo {number}: the original"
        )
        expect_area(image["width"], image["height"], width, height)
        picture = Picture.read(image["rgba"])
        equal(
            (picture.width, picture.height),
            (image["width"], image["height"]),
            f"photo {number}: the file's size",
        )
    for name, width, height in (("s25-1024x1024.jpg", 1024, 1024), ("s25-4000x200.jpg", 4000, 200)):
        bench.run(
            "thumbnail", bench.image(name), "--size", "4000x4000", "--max-area", 718080, "-o", "out.pam"
        ).expect(0)
        picture = Picture.read(bench.path("out.pam"))
        expect_area(picture.width, picture.height, width, height)
        for area in (1, 7, 100):
            bench.run("thumbnail", bench.image(name), "--max-area", area, "-o", "out.pam").expect(0)
            picture = Picture.read(bench.path("out.pam"))
            check(
                picture.width >= 1 and picture.height >= 1 and picture.width * picture.height <= area,
                f"{name}: {picture.width}x{picture.height} for an area of {area}",
            )


def expect_area(width, height, whole_width, whole_height):
    """Fails the case unless a size is within 718,080 pixels, close to it, of the right shape, and not enlarged."""
    found = f"{width}x{height} of {whole_width}x{whole_height}"
    check(width * height <= 718080, f"{found}: more than 718080 pixels")
    check(1 <= width <= whole_width and 1 <= height <= whole_height, f"{found}: enlarged or empty")
    check(width * height > 710000, f"{found}: much smaller than allowed")
    check(
        abs(width * whole_height / whole_width - height) <= 1, f"{found}: the ratio is off by more than a pixel"
    )
