"""A bluebonnet field at sundown, seen from among the flowers through a fast lens."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from ..film import develop, disc_blur
from ..noise import F, lookup, mix, random, smoothstep, spectral

HORIZON, EYE, FOCUS = 0.40, 0.68, 2.1


def draw(width, rows):
    generator = random(19)
    sprites = [_flower(generator) for _ in range(9)]
    light = _backdrop(width, rows, generator)
    # Plants stand denser the farther one looks; far ones are only tufts of colour, so their number may be limited.
    depths = np.sort(
        np.concatenate(
            [
                generator.uniform(5, 40, 2600),
                generator.uniform(1.9, 5, 620),
                generator.uniform(1.3, 2.6, 64),
                generator.uniform(0.66, 0.95, 9),
            ]
        )
    )[::-1]
    bounds = [40, 22, 13, 8.5, 6, 4.5, 3.5, 2.9, 2.45, 2.2, 2.0, 1.75, 1.5, 1.2, 0.9, 0.5]
    focal = 1.15 * width
    for far, near in zip(bounds, bounds[1:]):
        layer = np.zeros((rows, width, 4), F)
        for depth in depths[(depths <= far) & (depths > near)]:
            reach = 0.62 * depth + 0.4
            x = generator.uniform(-reach, reach)
            if depth < 1.2 and abs(x / depth) < 0.22:
                continue
            _plant(layer, generator, sprites, x, depth, focal, width, rows)
        middle = (far + near) / 2
        radius = width * 0.034 * abs(1 / FOCUS - 1 / middle) * FOCUS * 0.72
        layer = np.maximum(disc_blur(layer, min(radius, width * 0.045)), 0)
        haze = 1 - np.exp(-max(middle - 3, 0) / 42)
        colour = mix(layer[..., :3], layer[..., 3:] * np.array([0.62, 0.42, 0.26], F), haze)
        light = light * (1 - np.clip(layer[..., 3:], 0, 1)) + colour
    return develop(
        light,
        exposure=1.15,
        bloom=0.13,
        contrast=1.2,
        saturation=1.12,
        vignette=0.36,
        grain=0.010,
        shadows=(0.98, 0.99, 1.04),
        highlights=(1.03, 1.0, 0.93),
        seed=131,
    )


def _backdrop(width, rows, generator):
    y, x = np.mgrid[0:rows, 0:width].astype(F)
    u, v = x / width, y / rows
    sun = np.hypot(u - 0.70, (v - 0.25) * 0.75)
    sky = mix(
        np.array([0.42, 0.50, 0.62], F), np.array([1.05, 0.66, 0.36], F), np.clip(v / HORIZON, 0, 1)[..., None] ** 0.9
    )
    sky = (
        sky
        + np.array([2.6, 1.6, 0.70], F) * np.exp(-sun / 0.13)[..., None]
        + np.array([9, 6.5, 3.6], F) * np.exp(-((sun / 0.028) ** 2))[..., None]
    )
    noise = spectral((256, 256), 2.6, 3)
    trees = HORIZON - 0.055 - 0.038 * lookup(noise, u * 0.7, u * 0) - 0.05 * np.exp(-(((u - 0.14) / 0.10) ** 2))
    wood = smoothstep(-0.01, 0.02, v - trees)
    leaf = mix(np.array([0.055, 0.060, 0.040], F), np.array([0.75, 0.46, 0.20], F), np.exp(-sun / 0.16)[..., None])
    light = mix(sky, leaf, wood[..., None] * 0.9)
    gaps = np.zeros((rows, width, 3), F)
    for _ in range(120):
        a = generator.random()
        b = HORIZON - 0.012 - 0.075 * generator.random()
        power = 10 * np.exp(-np.hypot(a - 0.70, (b - 0.25) * 0.75) / 0.20) * generator.random() ** 2
        i, j = int(b * rows), int(a * (width - 4))
        gaps[i : i + 3, j : j + 3] += np.array([1.0, 0.72, 0.36], F) * power * (width / 1024) ** 2
    light = disc_blur(light, width * 0.012) + disc_blur(gaps, width * 0.019, blades=7)
    far = np.clip((v - HORIZON) / (1 - HORIZON), 0, 1)
    field = mix(np.array([0.30, 0.27, 0.34], F), np.array([0.040, 0.060, 0.030], F), (far**0.35)[..., None])
    field = field * (1 + 0.25 * lookup(noise, u * 1.3, far**0.5 * 2))[..., None]
    edge = smoothstep(-0.012, 0.012, v - HORIZON)
    return mix(light, field, edge[..., None])


def _flower(generator, tall=560):
    """One raceme as a picture with opacity: a spire of blue pea flowers, each with its white eye, pale at the tip."""
    w = tall * 5 // 10
    canvas = Image.new("RGBA", (w, tall), (0, 0, 0, 0))
    pen = ImageDraw.Draw(canvas)
    cx, lean = w / 2, generator.normal(0, 0.05)

    def axis(s):
        return cx + lean * tall * (1 - s) ** 2

    points = [(axis(s), s * tall) for s in np.linspace(0.12, 1, 24)]
    pen.line(points, fill=(74, 104, 48, 255), width=max(2, tall // 60))
    whorls = 15
    for k in range(whorls):
        s = 0.055 + 0.72 * (k / (whorls - 1)) ** 1.05
        spread = tall * (0.020 + 0.150 * (k / (whorls - 1)) ** 0.62)
        size = tall * (0.013 + 0.036 * (k / (whorls - 1)) ** 0.6)
        count = 5 + k // 3
        order = sorted(range(count), key=lambda i: np.sin(i / count * 2 * np.pi + k))
        for i in order:
            a = i / count * 2 * np.pi + k * 0.8 + generator.normal(0, 0.12)
            front = np.sin(a)
            x = axis(s) + np.cos(a) * spread * (0.92 + 0.15 * generator.random())
            y = (s + generator.normal(0, 0.006)) * tall + front * spread * 0.20
            lit = 0.62 + 0.26 * front + 0.20 * (np.cos(a) > 0.2) + generator.normal(0, 0.06)
            if k < 2:
                base = np.array([196, 208, 206]) if k < 1 else np.array([136, 150, 204])
            else:
                base = np.array([74, 80, 178]) + generator.normal(0, 9, 3)
            colour = tuple(int(c) for c in np.clip(base * lit, 0, 255)) + (255,)
            wing = tuple(int(c) for c in np.clip(base * lit * 0.72, 0, 255)) + (255,)
            pen.ellipse([x - size * 1.05, y - size * 0.35, x + size * 1.05, y + size * 1.15], fill=wing)
            pen.ellipse([x - size * 0.95, y - size * 1.0, x + size * 0.95, y + size * 0.55], fill=colour)
            if k >= 3 and front > -0.5:
                eye = (236, 232, 224, 255) if generator.random() < 0.78 else (168, 60, 110, 255)
                pen.ellipse([x - size * 0.24, y - size * 0.56, x + size * 0.24, y - size * 0.02], fill=eye)
    # Palm-shaped leaves below the spire.
    for _ in range(5):
        x, y = axis(0.9) + generator.normal(0, tall * 0.10), tall * generator.uniform(0.84, 0.96)
        for j in range(5):
            a = generator.normal(-np.pi / 2 + (j - 2) * 0.62, 0.1)
            r = tall * 0.105
            tip, side = (x + r * np.cos(a), y + r * np.sin(a)), (-np.sin(a) * r * 0.17, np.cos(a) * r * 0.17)
            mid = (x + r * 0.6 * np.cos(a), y + r * 0.6 * np.sin(a))
            green = int(generator.uniform(82, 132))
            pen.polygon(
                [(x, y), (mid[0] + side[0], mid[1] + side[1]), tip, (mid[0] - side[0], mid[1] - side[1])],
                fill=(green * 6 // 10, green, green * 45 // 100, 255),
            )
    return canvas.filter(ImageFilter.GaussianBlur(tall / 260))


def _plant(layer, generator, sprites, x, depth, focal, width, rows):
    tall = generator.uniform(0.31, 0.47)
    height = tall * focal / depth
    foot = HORIZON * rows + EYE * focal / depth * 0.94
    middle = width / 2 + x * focal / depth
    h = max(int(height), 3)
    w = max(h // 2, 2)
    top, left = int(foot - h), int(middle - w / 2)
    if left >= width or left + w <= 0 or top >= rows:
        return
    sprite = sprites[generator.integers(0, len(sprites))]
    if generator.random() < 0.5:
        sprite = sprite.transpose(Image.FLIP_LEFT_RIGHT)
    art = np.asarray(sprite.resize((w, h), Image.BOX if h < 280 else Image.LANCZOS), F) / 255
    alpha = art[..., 3:]
    colour = np.where(art[..., :3] <= 0.04045, art[..., :3] / 12.92, ((art[..., :3] + 0.055) / 1.055) ** 2.4)
    # Low sun behind and to the right: rims glow, feet stand in each other's shade.
    fall = np.linspace(1.25, 0.30, h, dtype=F)[:, None, None]
    rim = (
        np.clip(alpha - np.roll(alpha, -max(w // 26, 1), axis=1), 0, 1)
        * np.linspace(1.0, 0.2, h, dtype=F)[:, None, None]
    )
    side = 0.85 + 0.30 * np.linspace(0, 1, w, dtype=F)[None, :, None]
    colour = colour * fall * side * np.array([1.12, 0.98, 0.92], F) * 1.25 + rim * np.array([1.0, 0.62, 0.30], F) * 0.30
    a, b, c, d = max(top, 0), min(top + h, rows), max(left, 0), min(left + w, width)
    if a >= b or c >= d:
        return
    piece, part = colour[a - top : b - top, c - left : d - left], alpha[a - top : b - top, c - left : d - left]
    layer[a:b, c:d, :3] = layer[a:b, c:d, :3] * (1 - part) + piece * part
    layer[a:b, c:d, 3:] = layer[a:b, c:d, 3:] * (1 - part) + part
