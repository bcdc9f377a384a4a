r"""Writes the feed in the exact form of the photo site's public JSON feed.

Tabs, `\/` for every slash, `\uXXXX` for everything that is not ASCII, the author's name encoded twice, a date taken
with a zone it does not have, and `\'` in one title, which no JSON parser may accept and which the real feed has.
"""

import json
from html import escape

from .export import SIZES, fitted, names

SITE = "https://www.flickr.com"


def literal(text):
    """A JSON string as PHP writes it."""
    return json.dumps(text).replace("/", "\\/")


def author(name):
    """`nobody@flickr.com ("NAME")`, where NAME is a JSON string literal before the whole becomes one."""
    return literal(f"nobody@flickr.com ({json.dumps(name).replace('/', chr(92) + '/')})")


def description(photo, address, page):
    width, height = fitted(photo.size, SIZES["m"])
    people = f"{SITE}/people/{photo.alias or photo.nsid}/"
    title = escape(photo.title).replace("&#x27;", "&#039;")
    parts = [
        f'<p><a href="{people}">{escape(photo.author, quote=False)}</a> posted a photo:</p>',
        f'<p><a href="{page}" title="{title}">'
        f'<img src="{address}" width="{width}" height="{height}" alt="{title}" /></a></p>',
    ]
    if photo.text:
        parts.append(f"<p>{photo.text}</p>")
    return " " + " ".join(parts) + " "


def item(photo):
    address = f"photos/{names(photo)['m']}"
    page = f"{SITE}/photos/{photo.alias or photo.nsid}/{photo.id}/"
    fields = [
        ("title", literal(photo.title).replace("'", "\\'")),
        ("link", literal(page)),
        ("media", '{"m":' + literal(address) + "}"),
        ("date_taken", literal(photo.taken + "-08:00")),
        ("description", literal(description(photo, address, page))),
        ("published", literal(photo.published)),
        ("author", author(photo.author)),
        ("author_id", literal(photo.nsid)),
        ("tags", literal(photo.tags)),
    ]
    return "\t   {\n" + ",\n".join(f'\t\t\t"{key}": {value}' for key, value in fields) + "\n\t   }"


def feed(photos):
    head = [
        ("title", "Recent Uploads tagged texas"),
        ("link", f"{SITE}/photos/tags/texas/"),
        ("description", ""),
        ("modified", max(photo.published for photo in photos)),
        ("generator", SITE),
    ]
    lines = [f'\t\t"{key}": {literal(value)},' for key, value in head]
    return (
        "{\n" + "\n".join(lines) + '\n\t\t"items": [\n' + ",\n".join(item(photo) for photo in photos) + "\n\t\t]\n\t}\n"
    )
