"""A city at the blue hour, from across the river. Panorama."""

import numpy as np
from PIL import Image, ImageDraw

from ..film import blur, develop
from ..noise import F, lookup, mix, random, smoothstep, spectral

SHORE = 0.64


def draw(width, rows):
    r = np.arange(rows, dtype=F)[:, None] / rows
    u = np.arange(width, dtype=F)[None, :] / width
    sky = _sky(r / SHORE, u)
    light = sky
    for k, (haze, seed) in enumerate(((0.62, 5), (0.34, 6), (0.0, 7))):
        light = _row(light, sky, width, rows, k, haze, seed)
    light = _bank(light, width, rows)
    light = _river(light, width, rows)
    return develop(
        light,
        exposure=1.5,
        bloom=0.12,
        contrast=1.18,
        saturation=1.15,
        vignette=0.22,
        grain=0.011,
        shadows=(0.97, 0.99, 1.06),
        highlights=(1.02, 1.0, 0.97),
        seed=111,
    )


def _sky(down, u):
    """Deep blue above, a rest of rose and amber over the roofs, thin long clouds that still glow from below."""
    stops = np.array([0, 0.35, 0.62, 0.82, 0.95, 1.0])
    colours = np.array(
        [
            (0.018, 0.040, 0.120),
            (0.040, 0.085, 0.210),
            (0.105, 0.150, 0.290),
            (0.250, 0.205, 0.290),
            (0.420, 0.245, 0.190),
            (0.46, 0.27, 0.17),
        ]
    )
    sky = np.stack([np.interp(np.clip(down, 0, 1), stops, colours[:, c]) for c in range(3)], axis=-1).astype(F)
    sky = sky * (0.80 + 0.50 * np.exp(-(((u - 0.30) / 0.35) ** 2)) * np.clip(down, 0, 1) ** 2)[..., None]
    veil = spectral((512, 1024), 2.9, 21, stretch=4.5)
    bank = lookup(veil, u * 0.9, down * 0.50) + 0.35 * lookup(veil, u * 3.1, down * 1.7)
    cloud = smoothstep(0.25, 1.7, bank) * smoothstep(1.02, 0.55, down) * smoothstep(-0.1, 0.3, down)
    glow = mix(
        np.array([0.075, 0.075, 0.150], F),
        np.array([0.52, 0.25, 0.23], F),
        np.clip(down * 1.25 - 0.25, 0, 1)[..., None],
    )
    return mix(sky, glow, cloud[..., None] * 0.75)


def _row(light, sky, width, rows, depth, haze, seed):
    """One row of buildings: facades, lit windows, crowns and masts."""
    generator = random(seed)
    scene = light.copy()
    base = int(SHORE * rows)
    x = -0.01
    near_sky = sky[base - 2][None, :, :]
    while x < 1.01:
        broad = (0.014 + 0.026 * generator.random()) * (0.8 + 0.25 * depth)
        # Towers crowd a little right of the middle, as cities do around their oldest crossing.
        crowd = np.exp(-(((x - 0.56) / 0.17) ** 2)) + 0.42 * np.exp(-(((x - 0.20) / 0.08) ** 2))
        tall = 0.055 + crowd * (0.10 + 0.36 * generator.random() ** 1.4) + 0.05 * generator.random()
        tall = min(tall * (1.05, 0.92, 0.78)[depth], 0.545)
        if generator.random() < 0.90:
            _tower(scene, near_sky, generator, x, broad, tall, width, rows, base, haze)
        x += broad * (0.75 + 0.7 * generator.random())
    return scene


def _tower(scene, near_sky, generator, x, broad, tall, width, rows, base, haze):
    style = generator.integers(0, 5)
    tint = (
        np.array(
            [
                (0.030, 0.036, 0.052),
                (0.040, 0.038, 0.042),
                (0.024, 0.034, 0.056),
                (0.048, 0.042, 0.042),
                (0.030, 0.044, 0.062),
            ],
            F,
        )[style]
        * 0.6
    )
    warm = np.array(
        [(1.0, 0.62, 0.28), (1.0, 0.74, 0.44), (0.92, 0.90, 0.82), (1.0, 0.55, 0.22), (0.80, 0.92, 1.0)], F
    )[generator.integers(0, 5)]
    occupied = 0.05 + 0.30 * generator.random() ** 1.3
    parts = [(0.0, 1.0, 1.0)]
    if tall > 0.24 and generator.random() < 0.75:
        parts = [(0.0, 1.0, 0.62 + 0.2 * generator.random()), (0.14, 0.86, 0.90), (0.28, 0.72, 1.0)]
    cell_w, cell_h = max(2, round(width / 1024 * (1.3 + generator.random()))), max(
        3, round(width / 1024 * (2.0 + 1.2 * generator.random()))
    )
    for a, b, part in parts:
        x0, x1 = int((x + broad * a) * width), int((x + broad * b) * width)
        top = base - int(tall * part * rows)
        x0, x1 = max(x0, 0), min(x1, width)
        if x1 - x0 < 3:
            continue
        h, w = base - top, x1 - x0
        yy, xx = np.mgrid[0:h, 0:w]
        facade = np.broadcast_to(tint, (h, w, 3)).copy()
        # Glass mirrors the sky; one side of each tower turns to the last light.
        mirror = 0.10 if style in (0, 2, 4) else 0.04
        facade += mirror * near_sky[:, x0:x1] * np.linspace(0.75, 0.30, h, dtype=F)[:, None, None]
        facade *= np.where(xx < w * 0.36, 1.28, 0.85)[..., None]
        ribs = 0.80 + 0.20 * ((xx % cell_w) > 0) * ((yy % cell_h) > 0)
        facade *= ribs[..., None]
        cols, floors = w // cell_w + 1, h // cell_h + 1
        lit = generator.random((floors, cols)) < occupied * (0.55 + 0.9 * generator.random((floors, 1)))
        lit |= generator.random((floors, 1)) < 0.045
        power = (0.25 + 1.3 * generator.random((floors, cols)) ** 2.2) * lit
        hue = np.clip(warm + generator.normal(0, 0.07, (floors, cols, 3)), 0.1, 1.2)
        glass = ((xx % cell_w) > 0) & ((yy % cell_h) >= max(1, cell_h // 3))
        windows = power[yy // cell_h, xx // cell_w][..., None] * hue[yy // cell_h, xx // cell_w] * glass[..., None]
        facade = facade + windows.astype(F) * 1.3
        if part == 1.0 and tall > 0.20 and generator.random() < 0.55:
            crown = (
                np.exp(-yy / (rows * 0.010))[..., None]
                * np.array([(1.0, 0.7, 0.35), (0.35, 0.6, 1.0), (1.0, 0.95, 0.85), (0.85, 0.30, 0.75)], F)[
                    generator.integers(0, 4)
                ]
            )
            facade = facade + crown * 0.9
        fog = haze * (0.55 + 0.45 * np.linspace(0, 1, h, dtype=F))[:, None, None]
        scene[top:base, x0:x1] = mix(facade, near_sky[:, x0:x1] * 0.20 + np.array([0.030, 0.040, 0.085], F), fog)
        if part == 1.0 and tall > 0.30 and generator.random() < 0.7:
            mast = int(rows * (0.03 + 0.05 * generator.random()))
            m = (x0 + x1) // 2
            thin = max(1, width // 1400)
            scene[max(top - mast, 0) : top, m : m + thin] = mix(
                np.array([0.03, 0.035, 0.05], F), near_sky[:, m : m + thin], haze * 0.7
            )
            scene[max(top - mast, 0) : max(top - mast, 0) + thin + 1, m : m + thin + 1] += np.array([6.0, 0.35, 0.2], F)


def _bank(light, width, rows):
    """The near bank: trees, a promenade with lamps."""
    base = int(SHORE * rows)
    big = Image.new("L", (width * 2, rows * 2), 0)
    pen = ImageDraw.Draw(big)
    generator = random(31)
    pen.rectangle([0, base * 2 - rows * 0.012, width * 2, base * 2], fill=255)
    for _ in range(2400):
        x = generator.random()
        grove = lookup(spectral((1, 256), 1.2, 32), np.array([x * 0.5]), np.array([0.0]))[0]
        if grove < -0.3:
            continue
        size = rows * (0.004 + 0.010 * generator.random())
        y = base * 2 - rows * 0.01 - generator.random() * rows * 0.040 * (0.6 + 0.4 * grove)
        pen.ellipse([x * width * 2 - size, y - size, x * width * 2 + size, y + size], fill=255)
    mask = np.asarray(big.resize((width, rows), Image.LANCZOS), F)[..., None] / 255
    light = mix(light, np.array([0.012, 0.016, 0.018], F), mask * 0.94)
    for k in range(64):
        x = int((k + 0.3 * generator.random()) / 64 * width)
        y = base - int(rows * 0.018)
        s = max(1, width // 1100)
        light[y : y + s + 1, x : x + s] += np.array([9.0, 5.6, 2.4], F) * (0.5 + 0.8 * generator.random())
    glow = blur(np.clip(light - 1.0, 0, 9) * (np.abs(np.arange(rows) - base)[:, None, None] < rows * 0.05), width / 260)
    return light + glow * 0.5


def _river(light, width, rows):
    """The river draws every light out into a long, trembling streak."""
    base = int(SHORE * rows)
    below = rows - base
    r = np.arange(below, dtype=F)[:, None]
    depth = (r + 1) / below
    waves = spectral((1024, 1024), 1.9, 41, stretch=2.2)
    x = np.arange(width, dtype=F)[None, :]
    total = np.zeros((below, width, 3), F)
    zoom = 1 / (0.10 + depth)
    looks = 14
    for k in range(looks):
        ripple = lookup(waves, (x / width - 0.5) * 2.2 * zoom * 0.5 + 0.5 + k * 0.013, zoom * 0.95 + k * 0.031 + 0 * x)
        reach = (ripple * 0.7 + (k / (looks - 1) - 0.42) * 2.0) * (0.05 + 0.30 * depth) * below * 0.55
        row = np.clip(base - 2 - r * 1.28 - reach, 0, base - 2).astype(int)
        col = np.clip(x + ripple * width * 0.0016 * (0.3 + depth), 0, width - 1).astype(int)
        total += light[row, col]
    mirrored = total / looks
    ripple = lookup(waves, (x / width - 0.5) * 2.2 * zoom * 0.5 + 0.5, zoom * 0.95 + 0 * x)
    fine = lookup(waves, (x / width - 0.5) * 5.0 * zoom + 0.3, zoom * 2.6 + 0 * x)
    shine = np.clip(0.68 + 0.13 * ripple + 0.10 * fine, 0.2, 1.1) * (1 - 0.42 * depth)
    water = mirrored * shine[..., None] + np.array([0.006, 0.012, 0.020], F)
    out = light.copy()
    out[base:] = water
    return out
