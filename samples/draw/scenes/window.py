"""Rain on a window at night: the city behind it out of focus, and upside down in every drop."""

import numpy as np

from ..film import blur, disc_blur, develop
from ..noise import F, lookup, mix, random, smoothstep, spectral


def draw(width, rows):
    city = _city(width, rows)
    soft = disc_blur(city, width * 0.017, blades=0)
    far = blur(soft, width * 0.004)
    breath = spectral((512, 512), 2.8, 3)
    r = np.arange(rows, dtype=F)[:, None] / width
    u = np.arange(width, dtype=F)[None, :] / width
    mist = 0.30 + 0.10 * lookup(breath, u * 0.8, r * 0.8) + 0.25 * smoothstep(0.35, 0.70, r)
    veil = blur(soft, width * 0.030) * 0.9 + np.array([0.012, 0.015, 0.022], F)
    pane = mix(far, veil, np.clip(mist, 0, 0.8)[..., None])
    slope_x, slope_y, cover, thick, wiped = _drops(width, rows)
    pane = mix(pane, far * 0.92, (wiped * 0.35)[..., None])

    # A drop is a strong lens: it shows a wide, small, inverted picture of what lies behind.
    y, x = np.mgrid[0:rows, 0:width].astype(F)
    small = disc_blur(city, width * 0.0030)
    reach = 0.30 * width
    sx = np.clip(x - slope_x * reach, 0, width - 1).astype(int)
    sy = np.clip(y * 0.4 + rows * 0.30 - slope_y * reach, 0, rows - 1).astype(int)
    inside = small[sy, sx] * 1.25
    steep = np.clip(np.hypot(slope_x, slope_y), 0, 1)
    inside = (
        inside * (1 - 0.80 * steep**3)[..., None]
        + np.array([0.020, 0.026, 0.036], F) * np.clip(slope_y, 0, 1)[..., None] * 2
    )
    gleam = np.exp(-((slope_x + 0.42) ** 2 + (slope_y + 0.50) ** 2) / 0.012) * 0.9
    inside = inside + gleam[..., None] * np.array([0.75, 0.85, 1.0], F)
    shadow = np.clip(blur(np.roll(cover, int(width * 0.002), axis=0), width * 0.0022) - cover, 0, 1)
    pane = pane * (1 - 0.55 * shadow)[..., None]
    light = mix(pane, inside, cover[..., None])
    return develop(
        light,
        exposure=1.5,
        bloom=0.09,
        contrast=1.2,
        saturation=1.12,
        vignette=0.4,
        grain=0.013,
        shadows=(0.96, 1.0, 1.06),
        seed=91,
    )


def _city(width, rows):
    """Lamps, windows, signals and tail lights: small, strong points to be turned into discs of light."""
    generator = random(12)
    light = np.zeros((rows, width, 3), F)
    r = np.linspace(0, 1, rows, dtype=F)[:, None, None]
    light += np.array([0.010, 0.016, 0.034], F) * (1 - 0.5 * r) + np.array([0.06, 0.028, 0.012], F) * np.exp(
        -(((r - 0.55) / 0.14) ** 2)
    )
    palette = np.array(
        [
            (1.0, 0.50, 0.16),
            (1.0, 0.62, 0.28),
            (1.0, 0.80, 0.52),
            (0.55, 0.75, 1.0),
            (1.0, 0.10, 0.06),
            (0.16, 0.9, 0.55),
            (0.9, 0.25, 0.55),
        ],
        F,
    )
    chance = np.array([0.30, 0.22, 0.14, 0.12, 0.13, 0.05, 0.04])
    for _ in range(170):
        hue = palette[generator.choice(len(palette), p=chance)]
        street = generator.random() < 0.62
        y = generator.normal(0.60, 0.050) if street else 0.08 + 0.5 * generator.random() ** 0.8
        x = generator.random()
        size = width * (0.0016 + 0.0016 * generator.random())
        power = (14 if street else 6) * (0.35 + 1.4 * generator.random() ** 3)
        _spot(light, x * width, y * rows, size, hue * power)
        if street and generator.random() < 0.7:
            for k in range(7):
                _spot(
                    light,
                    x * width + generator.normal(0, 0.002) * width,
                    (y + 0.10 + 0.022 * k * (1 + generator.random())) * rows,
                    size * 0.8,
                    hue * power * 0.14 * (1 - k / 8),
                )
    return light


def _spot(light, x, y, size, colour):
    reach = int(size) + 2
    a, b = max(int(y) - reach, 0), min(int(y) + reach + 1, light.shape[0])
    c, d = max(int(x) - reach, 0), min(int(x) + reach + 1, light.shape[1])
    if a >= b or c >= d:
        return
    yy, xx = np.mgrid[a:b, c:d].astype(F)
    light[a:b, c:d] += np.clip(size - np.hypot(xx - x, yy - y) + 0.5, 0, 1)[..., None] * colour


def _drops(width, rows):
    """Slopes of the water's surface, where it is, how thick, and where runs have wiped the mist away."""
    generator = random(2)
    slope_x, slope_y = np.zeros((rows, width), F), np.zeros((rows, width), F)
    cover, thick, wiped = np.zeros((rows, width), F), np.zeros((rows, width), F), np.zeros((rows, width), F)

    def drop(x, y, size, tall=1.0, lump=0.0):
        reach = int(size * max(tall, 1) * 1.3) + 3
        a, b = max(int(y) - reach, 0), min(int(y) + reach + 1, rows)
        c, d = max(int(x) - reach, 0), min(int(x) + reach + 1, width)
        if a >= b or c >= d:
            return
        yy, xx = np.mgrid[a:b, c:d].astype(F)
        px, py = (xx - x) / size, (yy - y) / (size * tall)
        # Gravity: narrow above, full below; no drop on a pane is quite round.
        px = px / (1 + 0.16 * np.clip(py, -1, 1) * (tall > 1.05))
        angle = np.arctan2(py, px)
        edge = 1 + lump * (0.10 * np.cos(2 * angle + lump * 40) + 0.07 * np.cos(3 * angle + lump * 90))
        q = np.hypot(px, py) / edge
        inside = np.clip((1 - q) * size + 0.5, 0, 1)
        rise = np.clip(q, 0, 1) ** 1.7
        top = inside > 0.02
        slope_x[a:b, c:d] = np.where(top, px / np.maximum(q, 1e-3) * rise, slope_x[a:b, c:d])
        slope_y[a:b, c:d] = np.where(top, py / np.maximum(q, 1e-3) * rise, slope_y[a:b, c:d])
        cover[a:b, c:d] = np.maximum(cover[a:b, c:d] * (1 - top), inside)

    for _ in range(5200):
        drop(generator.random() * width, generator.random() * rows, width * (0.0007 + 0.0011 * generator.random() ** 3))
    for _ in range(430):
        size = width * (0.0030 + 0.0125 * generator.random() ** 3.0)
        drop(
            generator.random() * width,
            generator.random() * rows,
            size,
            1.0 + 0.25 * generator.random(),
            generator.random(),
        )
    for _ in range(11):
        x, end = generator.random() * width, rows * (0.25 + 0.75 * generator.random())
        size = width * (0.0085 + 0.0055 * generator.random())
        start = end - rows * (0.25 + 0.45 * generator.random())
        track = []
        while start < end:
            x += generator.normal(0, 0.0007) * width
            track.append((x, start))
            start += width * 0.0016
        for px, py in track:
            a, b = max(int(py - size), 0), min(int(py + size), rows)
            c, d = max(int(px - size), 0), min(int(px + size), width)
            slope_x[a:b, c:d], slope_y[a:b, c:d], cover[a:b, c:d], wiped[a:b, c:d] = 0, 0, 0, 1
        for px, py in track[::3]:
            if generator.random() < 0.42:
                drop(
                    px + generator.normal(0, 0.25) * size,
                    py,
                    size * (0.10 + 0.34 * generator.random()),
                    1.25,
                    generator.random(),
                )
        drop(x, end, size, 1.45, 0.3)
    return (
        blur(slope_x, width / 2600),
        blur(slope_y, width / 2600),
        blur(cover, width / 3000),
        thick,
        blur(wiped, width * 0.0012),
    )
