"""Morning fog in a pine wood: the sun stands behind the trunks and draws shafts through the needles."""

import numpy as np
from PIL import Image, ImageDraw

from ..film import blur, develop
from ..noise import F, lookup, mix, random, smoothstep, spectral


def draw(width, rows):
    r = np.arange(rows, dtype=F)[:, None] / rows
    u = np.arange(width, dtype=F)[None, :] / rows
    wide = width / rows
    sun = np.array([wide * 0.60, 0.235])
    near_sun = np.exp(-np.hypot(u - sun[0], (r - sun[1]) * 0.9) / 0.24)
    smoke = spectral((512, 512), 3.0, 5, stretch=1.7)
    drift = 1 + 0.16 * lookup(smoke, u * 0.7, r * 1.1)
    cool, warm = np.array([0.235, 0.315, 0.330], F), np.array([1.75, 1.38, 0.86], F)

    def fog(k):
        return (cool * (0.55 + 0.45 * k) + warm * (near_sun * (0.55 + 0.75 * k))[..., None]) * drift[..., None]

    light = fog(1.0) + warm * (np.exp(-((np.hypot(u - sun[0], r - sun[1]) / 0.045) ** 2)) * 5)[..., None]
    blocked = np.zeros((rows, width), F)
    layers = 8
    for k in range(layers):
        near = k / (layers - 1)
        mask, shade = _trees(width, rows, near, 900 + k)
        density = (1 - near) ** 1.4
        dark = np.array([0.020, 0.024, 0.022], F) * (0.5 + shade)[..., None]
        rim = np.array([0.60, 0.42, 0.22], F) * (near_sun**1.5 * np.clip(shade - 0.9, 0, 1) * 0.9)[..., None]
        wood = mix(dark + rim, fog(1 - near * 0.6), np.clip(0.10 + 0.86 * density, 0, 1))
        ground_line = 0.80 + 0.17 * near + 0.012 * lookup(smoke, u * 0.5 + k * 0.3, np.zeros_like(u))
        floor = np.clip((r - ground_line) * rows * 0.25 / (1 + 4 * (1 - near)) + 0.5, 0, 1)
        brush = _undergrowth(width, rows, ground_line, near, 950 + k)
        solid = np.maximum(np.maximum(mask, floor * 0.95), brush)
        fern = (
            np.array([0.040, 0.058, 0.022], F)
            * (0.8 + 3.0 * near_sun)[..., None]
            * (0.75 + 0.5 * np.clip(lookup(smoke, u * 9, r * 11), -1, 1))[..., None]
        )
        cover = np.clip(np.maximum(floor, brush) - mask * (1 - floor), 0, 1)[..., None]
        wood = mix(wood, mix(fern, fog(1 - near * 0.6), 0.08 + 0.84 * density), cover)
        light = mix(light, wood, solid[..., None])
        bank = (1 - near) * 0.24 * smoothstep(0.45, 0.88, r) * (1 + 0.5 * lookup(smoke, u * 0.6 + k * 0.19, r * 1.5))
        light = mix(light, fog(0.9), np.clip(bank, 0, 1)[..., None])
        blocked = np.maximum(blocked, mask * (0.35 + 0.65 * near))

    shafts = _shafts(np.clip(near_sun * 1.7, 0, 1.4) * (1 - blocked), sun, rows, width)
    light = light + warm * (shafts * 0.85 * drift)[..., None]
    return develop(
        light,
        exposure=0.60,
        bloom=0.12,
        contrast=1.28,
        saturation=1.10,
        vignette=0.35,
        grain=0.012,
        shadows=(0.95, 1.01, 1.03),
        highlights=(1.03, 1.0, 0.93),
        seed=81,
    )


def _trees(width, rows, near, seed):
    """One stand of pines: coverage and a shade that rounds the trunks and roughens the bark."""
    generator = random(seed)
    scale = 2
    canvas = Image.new("L", (width * scale, rows * scale), 0)
    pen = ImageDraw.Draw(canvas)
    shade = np.ones((rows, width), F)
    count = int(17 - 13 * near)
    thick = rows * (0.0055 + 0.040 * near**1.6)
    bark = spectral((256, 256), 1.3, seed + 50)
    y = np.arange(rows, dtype=F)[:, None]
    places = (np.arange(count) + generator.random(count) * 0.9) / count * 1.1 - 0.05
    for place in places:
        if near > 0.7 and 0.34 < place < 0.76:
            continue
        middle = place * width
        lean, bow = generator.normal(0, 0.018), generator.normal(0, 0.006)
        size = thick * (0.6 + 0.8 * generator.random())

        def axis(row):
            s = row / rows
            return middle + rows * (lean * (0.9 - s) + bow * np.sin(s * 5 + middle))

        def girth(row):
            s = row / rows
            return size * (0.62 + 0.42 * s + 0.5 * np.exp(-(np.abs(s - (0.82 + 0.15 * near)) / 0.04)) * 0.5)

        points = np.linspace(-5, rows * (0.83 + 0.17 * near), 60)
        left = [((axis(p) - girth(p) / 2) * scale, p * scale) for p in points]
        right = [((axis(p) + girth(p) / 2) * scale, p * scale) for p in points]
        pen.polygon(left + right[::-1], fill=255)
        a, b = int(max(middle - size * 2 - rows * 0.05, 0)), int(min(middle + size * 2 + rows * 0.05, width))
        if b > a:
            x = np.arange(a, b, dtype=F)[None, :]
            across = np.clip((x - axis(y)) / (girth(y) / 2), -1.3, 1.3)
            inside = np.abs(across) <= 1.05
            rough = lookup(bark, across * 0.16 + place * 7, y / rows * 1.6)
            # The sun stands behind: both edges catch it, the middle is dark.
            shape = 0.72 + 0.8 * np.abs(across) ** 4 + 0.30 * rough
            shade[:, a:b] = np.where(inside, np.clip(shape, 0.2, 2), shade[:, a:b])
        for _ in range(int(9 + 12 * generator.random())):
            row = rows * (generator.random() ** 0.8 * 0.62 - 0.02)
            _branch(pen, generator, axis(row), row, size, rows, near, scale)
    return np.asarray(canvas.resize((width, rows), Image.LANCZOS), F) / 255, shade


def _branch(pen, generator, x, y, size, rows, near, scale):
    side = generator.choice([-1, 1])
    length = rows * (0.035 + 0.085 * generator.random()) * (0.55 + 0.75 * near)
    angle = generator.normal(0.10, 0.20)
    points = [(x, y)]
    steps = 9
    for s in range(steps):
        angle += generator.normal(0.02, 0.10)
        x, y = x + side * length / steps * np.cos(angle), y + length / steps * np.sin(angle)
        points.append((x, y))
        pen.line(
            [(px * scale, py * scale) for px, py in points[-2:]],
            fill=255,
            width=max(1, round(size * 0.16 * scale * (1 - s / steps))),
        )
        if s < 2:
            continue
        # Needles hang in tufts.
        for _ in range(7):
            reach = rows * (0.006 + 0.012 * generator.random()) * (0.5 + 0.7 * near)
            a = generator.normal(np.pi / 2, 0.75)
            pen.line(
                [x * scale, y * scale, (x + reach * np.cos(a)) * scale, (y + reach * np.sin(a)) * scale],
                fill=225,
                width=max(1, round(rows * 0.0009 * scale * (0.5 + near))),
            )


def _undergrowth(width, rows, line, near, seed):
    generator = random(seed)
    canvas = Image.new("L", (width, rows), 0)
    pen = ImageDraw.Draw(canvas)
    for _ in range(int(1500 - 700 * near)):
        x = generator.random() * width
        base = float(line[0, int(x)]) * rows + rows * 0.01
        tall = rows * (0.010 + 0.055 * near) * generator.random() ** 1.5
        bend = generator.normal(0, 0.5) * tall
        pen.line(
            [x, base, x + bend * 0.35, base - tall * 0.65, x + bend, base - tall],
            fill=210,
            width=max(1, round(rows * (0.0008 + 0.0018 * near))),
        )
    return np.asarray(canvas, F) / 255


def _shafts(bright, sun, rows, width):
    """Light that reaches the eye through gaps, smeared away from the sun: doubling zooms, six times over."""
    y, x = np.mgrid[0:rows, 0:width].astype(F)
    cx, cy = sun[0] * rows, sun[1] * rows
    image = bright * (0.6 + 0.8 * (np.abs(spectral((rows, width), 1.5, 7)) > 0.7))
    span = 0.011
    for _ in range(6):
        zoomed = _sample(image, cx + (x - cx) * (1 - span), cy + (y - cy) * (1 - span))
        image = (image + zoomed) / 2
        span = 1 - (1 - span) ** 2
    return blur(np.maximum(image, 0), rows / 900) * smoothstep(1.15, 0.1, np.hypot(x - cx, y - cy) / rows)


def _sample(image, x, y):
    i, j = np.clip(y, 0, image.shape[0] - 1.001), np.clip(x, 0, image.shape[1] - 1.001)
    a, b = i.astype(int), j.astype(int)
    fy, fx = i - a, j - b
    top = image[a, b] * (1 - fx) + image[a, b + 1] * fx
    return top * (1 - fy) + (image[a + 1, b] * (1 - fx) + image[a + 1, b + 1] * fx) * fy
