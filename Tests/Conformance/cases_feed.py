"""T20 and S01–S11: what a feed says, as the program tells it."""

import unicodedata

from checks import check, equal


def photos(bench, feed, count, *words, **more):
    """The photos that the program finds in a feed of the cases."""
    return [entry["photo"] for entry in bench.entries(bench.serve_feed(feed), count, *words, **more)]


def case_T20(bench):
    server = bench.serve("plain.json")
    expected = bench.read("feeds/texas-20.expected.json")
    entries = bench.entries(server, 20)
    equal(len(entries), expected["count"], "the number of photos")
    for item, entry in zip(expected["items"], entries):
        photo = entry["photo"]
        fields = {
            "id": item["id"],
            "title": item["title"],
            "author": item["authorName"],
            "authorId": item["authorID"],
            "link": item["link"],
            "media": item["m"].replace("@BASE@", server.base),
            "dateTaken": item["takenLocal"],
            "published": item["published"],
            "tags": item["tags"],
        }
        for field, value in fields.items():
            equal(photo[field], value, f"photo {item['index']}: {field}")
    newest = [entry["photo"]["id"] for entry in bench.entries(server, 3, "--item", "newest")]
    equal(
        newest, [expected["items"][index]["id"] for index in expected["newestByPublished"]], "the newest three"
    )
    for item in expected["items"]:
        entry = bench.refresh(server, "--item", item["index"] + 1, "--variant", "m").json
        equal(entry["photo"]["id"], item["id"], f"--item {item['index'] + 1}")
        bench.expect_published(entry, f"{item['id']}_{item['secret']}_m.jpg")


def case_S01(bench):
    found = photos(bench, "s01-escaped-apostrophe.json", 9)
    equal(
        [photo["title"] for photo in found], ["It's a dog's life", "No quote here", "dir\\'s end"], "the titles"
    )
    equal([photo["author"] for photo in found], ["Ann O'Dell", "Plain", "Back \\ Slash"], "the authors")


def case_S02(bench):
    for feed, count in (
        ("s02a-jsonp.jsonp", 2),
        ("s02b-jsonp-tail.jsonp", 1),
        ("s02c-callback-array.jsonp", 1),
    ):
        found = photos(bench, feed, 9)
        equal(len(found), count, f"{feed}: the number of photos")
        if "tail" in feed:
            equal(found[0]["title"], "smile :}) and jsonFlickrFeed({ in a title", f"{feed}: the title")


def case_S03(bench):
    found = photos(bench, "s03-author-double-encoded.json", 9)
    equal(
        [photo["author"] for photo in found],
        ["äquiDemo", "박서연", "tex 🤠 as", 'The "Real" Tex'],
        "the authors",
    )


def case_S04(bench):
    found = [photo["author"] for photo in photos(bench, "s04-author-forms.json", 9)]
    equal(found[:4], ["Prairie Foto (R. Vale)", "g.demo", "Red (the dog)", "somebody else"], "the authors")
    check(len(found) == 5 and not found[4], f"the empty author is {found[4:]!r}")


def case_S05(bench):
    empty, keyless = bench.serve_feed("s05a-empty-items.json"), bench.serve_feed("s05b-no-items-key.json")
    equal(bench.refresh(empty, status=79).error["code"], "no_photos", "a: the code")
    check(
        "items" in bench.refresh(keyless, status=65).error["message"],
        "b: the message does not name the missing key",
    )
    equal(
        bench.files(bench.published),
        {f"{bench.published}/.lock": bench.files(bench.published)[f"{bench.published}/.lock"]},
        "what failed runs published",
    )

    bench.refresh(bench.serve("plain.json"))
    good, published = bench.good(), bench.files(bench.published)
    bench.refresh(empty, status=79)
    bench.kept(good)
    equal(bench.files(bench.published), published, "a: what is published")
    entry = bench.refresh(keyless).json
    equal(entry["status"], "stale", "b: the status with a good picture published")
    check("items" in entry["reason"], f"b: the reason does not name the missing key: {entry['reason']!r}")
    bench.kept(good)
    bench.refresh(keyless, "--strict", status=75)


def case_S06(bench):
    server = bench.serve_feed("s06-blank-title-tags.json")
    found = [entry["photo"] for entry in bench.entries(server, 9)]
    equal([photo["tags"] for photo in found], [[], ["texas", "sky"], ["texas"]], "the tags")
    equal([photo["title"] for photo in found], [" ", "", "\u200b"], "the titles as written")
    for item in (1, 2):
        shown = (
            bench.run("refresh", "--feed", server.feed, "--item", item, "--variant", "m")
            .expect(0)
            .out.splitlines()[0]
        )
        title = shown.partition(" — ")[0]
        visible = [c for c in title if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc")]
        check(visible, f"photo {item} is shown under a blank title: {shown!r}")


def case_S07(bench):
    server = bench.serve_feed("s07-media-missing.json")
    run = bench.run("timeline", "--feed", server.feed, "--entries", 9, "--variant", "m", "--json").expect(0)
    equal([entry["photo"]["title"] for entry in run.json["entries"]], ["good one", "good two"], "the photos")
    warnings = [line for line in run.err.splitlines() if "skipped" in line]
    equal(len(warnings), 7, "the number of warnings")
    quiet = bench.run(
        "timeline", "--feed", server.feed, "--entries", 9, "--variant", "m", "--json", "--quiet"
    ).expect(0)
    equal(quiet.err, "", "stderr with --quiet")


def case_S08(bench):
    for zone in ("America/Chicago", "Asia/Seoul", "UTC", "Europe/Paris"):
        found = photos(bench, "s08-date-taken-zone.json", 9, TZ=zone)
        equal(
            [photo["dateTaken"] for photo in found],
            ["2026-07-14T12:00:00", "2026-12-31T23:59:59"],
            f"{zone}: taken",
        )
        equal(
            [photo["published"] for photo in found],
            ["2026-07-14T10:05:00Z", "2027-01-01T04:00:00Z"],
            f"{zone}: published",
        )


def case_S09(bench):
    server = bench.serve_feed("s09-order.json")
    equal(bench.refresh(server).json["photo"]["title"], "listed first", "the photo chosen")
    equal(bench.refresh(server, "--item", "newest").json["photo"]["title"], "newest", "the newest photo")
    found = [entry["photo"]["id"] for entry in bench.entries(server, 9)]
    equal((len(found), len(set(found))), (3, 3), "the photos and distinct photos")


def case_S10(bench):
    server = bench.serve_feed("s10-unicode-titles.json")
    expected = bench.read("feeds/s10-unicode-titles.expected.json")
    found = [entry["photo"]["title"] for entry in bench.entries(server, 20)]
    equal(len(found), len(expected), "the number of photos")
    for title, item in zip(found, expected):
        equal([f"{ord(scalar):x}" for scalar in title], item["scalars"], f"the scalars of {item['title']!r}")
    table = bench.run("timeline", "--feed", server.feed, "--entries", 20, "--variant", "m").expect(0)
    equal(len(table.out.splitlines()), len(expected) + 2, "the lines of the table")
    texts = [table.out, table.err]
    for item in range(1, len(expected) + 1):
        run = bench.run("refresh", "--feed", server.feed, "--item", item, "--variant", "m", "--verbose").expect(
            0
        )
        equal(len(run.out.splitlines()), 3, f"the lines that tell of photo {item}")
        texts += [run.out, run.err]
    for text in texts:
        raw = [
            c
            for c in text
            if c != "\n"
            and (
                unicodedata.category(c) == "Cc"
                or c in "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
            )
        ]
        check(not raw, f"raw control characters are printed: {raw!r}")


def case_S11(bench):
    feed = bench.path("feed.json", open(f"{bench.cases}/feeds/s11-url-forms.json", encoding="utf-8").read())
    expected = [
        "65535/54900000171_0123456789_m.jpg",
        "7629/26800000104_b60ebea7ea_m.jpg",
        "2638/3783000340_a3cfc9eeb9_m.jpg",
    ]
    for item, address in enumerate(expected, 1):
        run = bench.run(
            "refresh", "--feed", feed, "--item", item, "--variant", "m", "--offline", "--json"
        ).expect(69)
        equal(run.error["code"], "offline", f"photo {item}: the code")
        equal(
            run.error["url"],
            f"https://live.staticflickr.com/{address}",
            f"photo {item}: the address to be asked",
        )
