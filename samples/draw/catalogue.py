"""What the sample feed says about each picture, and how the picture is stored. Newest first."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Photo:
    scene: str
    """The module in `scenes` that draws it."""
    size: tuple
    """Drawn size, upright; half as large again as the largest published size, or more."""
    id: str
    secret: str
    title: str
    author: str
    alias: str
    """The last part of the author's address; empty: the NSID stands there."""
    nsid: str
    taken: str
    """Local time of the camera, without a zone."""
    published: str
    text: str
    tags: str
    extension: str = "jpg"
    progressive: bool = False
    turned: bool = False
    """Stored lying on its side, with EXIF orientation 6."""


WIDE, TALL = (1536, 1024), (1024, 1536)

PHOTOS = [
    Photo(
        "lake",
        WIDE,
        "54901000018",
        "0a1b2c3d4e",
        "First light on the range",
        "Copper Creek",
        "coppercreek",
        "201000018@N02",
        "2026-11-28T07:21:40",
        "2026-11-29T18:24:10Z",
        "Not a breath of wind, -6 °C, and coffee in the thermos.",
        "texas mountains lake reflection dawn alpenglow",
    ),
    Photo(
        "dunes",
        WIDE,
        "54901000017",
        "7be04c91d2",
        "Monahans, the last hour",
        "Sandhill (Film & Digital)",
        "sandhill",
        "201000017@N02",
        "2026-11-27T17:12:09",
        "2026-11-29T18:22:47Z",
        "The crest lasts until the next wind.<br />\n<br />\nOne exposure, no filter.",
        "texas dunes desert sand goldenhour",
        progressive=True,
    ),
    Photo(
        "night",
        WIDE,
        "54901000016",
        "c3d92f6a08",
        "\ud14d\uc0ac\uc2a4\uc758 \ubc24\ud558\ub298, \uba54\uc0ac \uc704\uc758 \uc740\ud558\uc218",
        "\uc740\ud558\uc218 \uc5ec\ud589",
        "",
        "201000016@N02",
        "2026-10-14T23:48:31",
        "2026-11-29T18:23:05Z",
        "\ube5b\uc774 \uc5c6\ub294 \uace3\uc5d0\uc11c 25\ucd08.",
        "texas \ud14d\uc0ac\uc2a4 \uc740\ud558\uc218 milkyway night stars",
    ),
    Photo(
        "forest",
        TALL,
        "54901000015",
        "51f8e7ab36",
        "Morning in the Piney Woods",
        "Caf\u00e9 de la Lluvia",
        "",
        "201000015@N02",
        "2026-11-21T08:03:55",
        "2026-11-29T18:19:58Z",
        "Ten minutes of this, then the fog was gone.",
        "texas forest fog sunbeams pines portrait",
    ),
    Photo(
        "storm",
        WIDE,
        "54901000014",
        "e02d47c5b9",
        "Y'all seen that sky?",
        "Windpump Road",
        "windpumproad",
        "201000014@N02",
        "2026-05-19T19:44:02",
        "2026-11-29T18:17:41Z",
        "We didn't wait for the hail.",
        "texas storm lightning plains stormchasing",
    ),
    Photo(
        "leaves",
        WIDE,
        "54901000013",
        "94ab0c6fd1",
        "After the rain \U0001f33f\U0001f4a7",
        "Mesquite & Moss",
        "mesquitemoss",
        "201000013@N02",
        "2026-04-11T10:26:17",
        "2026-11-29T18:15:30Z",
        "Backlit, wide open.",
        "texas leaves macro bokeh green rain",
    ),
    Photo(
        "bluebonnets",
        WIDE,
        "54901000019",
        "6a7e13f5c0",
        "Bluebonnets, Chappell Hill",
        "Farm Road 1155",
        "farmroad1155",
        "201000019@N02",
        "2026-04-03T19:31:11",
        "2026-11-29T18:13:46Z",
        "Down on my knees for this one.",
        "texas bluebonnets wildflowers spring bokeh",
    ),
    Photo(
        "canyon",
        WIDE,
        "54901000012",
        "2f6b81e7c4",
        "Palo Duro, late",
        "Caprock 34",
        "caprock34",
        "201000012@N02",
        "2026-11-08T17:02:26",
        "2026-11-29T18:12:12Z",
        "Every layer is a few million years.",
        "texas canyon paloduro strata evening",
    ),
    Photo(
        "peaks",
        TALL,
        "54901000011",
        "b8c40d13fa",
        "Above it all",
        "Norte Lejano",
        "nortelejano",
        "201000011@N02",
        "2026-02-17T07:33:48",
        "2026-11-29T18:11:37Z",
        "Held the camera upright; the file does not know it.",
        "texas expat mountains snow clouds sunrise portrait",
        turned=True,
    ),
    Photo(
        "ridges",
        WIDE,
        "54901000010",
        "6de53aa290",
        "Ridge after ridge",
        "Low Water Crossing",
        "lowwatercrossing",
        "201000010@N02",
        "2026-11-02T07:05:14",
        "2026-11-29T18:09:03Z",
        "Counted eleven.",
        "texas hillcountry layers sunrise fog",
        extension="png",
    ),
    Photo(
        "skyline",
        (2048, 820),
        "54901000009",
        "0f97d2b84c",
        "Blue hour from the south bank",
        'Bayou City "After Dark"',
        "bayoucityafterdark",
        "201000009@N02",
        "2026-11-24T17:51:20",
        "2026-11-29T18:06:55Z",
        "Panorama of five frames.",
        "texas houston skyline bluehour panorama city",
    ),
    Photo(
        "window",
        WIDE,
        "54901000008",
        "d15a73ce06",
        "Waiting for the bus",
        "Rain Delay",
        "raindelay",
        "201000008@N02",
        "2026-11-19T20:15:33",
        "2026-11-29T18:04:20Z",
        "Every drop has the whole street in it, upside down.",
        "texas austin rain window bokeh night",
    ),
    Photo(
        "sea",
        WIDE,
        "54901000007",
        "83b6f0491e",
        "Gulf, 6:58 pm \u2600\ufe0f",
        "Salt & Diesel",
        "saltanddiesel",
        "201000007@N02",
        "2026-08-30T18:58:00",
        "2026-11-29T18:01:49Z",
        "",
        "texas gulf sea sunset glitter",
    ),
]
