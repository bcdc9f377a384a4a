"""A shelf cloud comes over the plains; the last sun still lies on the field, and lightning walks behind the rain."""

import numpy as np
from PIL import Image, ImageDraw

from ..camera import Camera, unit
from ..film import blur, develop
from ..noise import F, lookup, mix, random, smoothstep, spectral
from ..sky import Clouds


def draw(width, rows):
    camera = Camera(width, rows, fov=62, horizon=0.76, height=2.4)
    rays = camera.rays()
    up = np.maximum(rays[..., 1], 0)
    aside = rays[..., 0] / np.maximum(rays[..., 2], 0.1)

    # The gap under the storm: pale yellow at the horizon, teal above it.
    gap = mix(np.array([0.62, 0.55, 0.42], F), np.array([0.16, 0.25, 0.31], F), smoothstep(0.0, 0.16, up)[..., None])
    gap = gap * (0.22 + 0.50 * np.exp(-(((aside - 0.32) / 0.34) ** 2)))[..., None]

    low = Clouds(
        91,
        unit(-0.3, 0.55, -0.6),
        cover=-0.75,
        beta=3.0,
        detail=1.3,
        density=1.1,
        profile=np.clip(1.4 - np.linspace(0, 1, 48), 0, 1),
    )
    lit, opacity, _ = low.see(rays, base=520, top=1500, scale=9000, steps=44, thickness=0.010, offset=(1500, 700))
    bolt, flash = _lightning(width, rows, camera)
    relief = np.clip(lit * 1.6, 0, 1.3)[..., None]
    storm = np.array([0.030, 0.042, 0.058], F) * 0.9 + relief**1.6 * np.array([0.26, 0.33, 0.39], F) * (
        0.35 + 0.65 * smoothstep(0.05, 0.5, up)[..., None]
    )
    storm = storm + flash[..., None] * (0.25 + 0.9 * relief) * np.array([0.50, 0.46, 0.80], F)
    # The shelf: an arc, dark beneath its edge, ragged, brighter on its brow.
    ragged = spectral((512, 512), 2.6, 17, stretch=2.2)
    wave = 0.022 * lookup(ragged, aside * 0.5, up * 0.6) + 0.010 * lookup(ragged, aside * 1.9 + 0.3, up * 2.2)
    arc = 0.155 + 0.060 * np.cos(aside * 1.9) + wave
    under = smoothstep(-0.035, 0.012, up - arc)
    brow = np.exp(-np.maximum(up - arc, 0) / 0.055) * (
        0.6 + 0.4 * np.clip(lookup(ragged, aside * 0.8, up * 7.0), -1, 1.5)
    )
    steps = 0.5 + 0.5 * np.sin((up - arc) * 190 + 3.4 * lookup(ragged, aside * 0.7 + 0.2, up))
    storm = storm * (0.50 + 0.95 * brow * (0.75 + 0.5 * steps))[..., None]
    gap = gap + flash[..., None] * np.array([0.30, 0.28, 0.46], F) * 0.35
    light = mix(gap, storm, (under * np.clip(opacity * 0.4 + 0.75, 0, 1))[..., None])
    scud = smoothstep(
        0.3, 2.2, lookup(ragged, aside * 1.3 + 0.5, up * 2.4) + 2.0 * (up / np.maximum(arc, 0.02) - 0.85)
    ) * (1 - under)
    light = mix(light, np.array([0.085, 0.105, 0.125], F), (scud * 0.85)[..., None])

    # Rain: curtains from the shelf to the ground, left of the middle, combed by the wind.
    comb = lookup(spectral((512, 512), 1.7, 23), aside * 2.6 + up * 0.55, up * 0.04)
    curtain = np.exp(-(((aside + 0.30 + 0.12 * up) / 0.20) ** 2)) + 0.7 * np.exp(-(((aside + 0.72) / 0.16) ** 2))
    rain = np.clip(curtain * (0.80 + 0.22 * comb), 0, 0.95) * smoothstep(0.34, 0.12, up)
    wet = np.array([0.085, 0.110, 0.130], F) * (1 + 0.25 * comb)[..., None] + flash[..., None] * np.array(
        [0.20, 0.18, 0.33], F
    )
    light = mix(light, wet, rain[..., None])
    light = light + bolt[..., None] * np.array([1.0, 0.93, 1.25], F)
    picture = _field(light, camera)
    return develop(
        picture,
        exposure=1.45,
        bloom=0.10,
        contrast=1.22,
        saturation=1.12,
        vignette=0.38,
        grain=0.013,
        shadows=(0.97, 1.0, 1.04),
        seed=61,
    )


def _lightning(width, rows, camera):
    """The bolt (drawn by breaking lines in two, again and again) and the glow it gives its surroundings."""
    generator = random(27)
    scale = 2
    canvas = Image.new("F", (width * scale, rows * scale), 0.0)
    pen = ImageDraw.Draw(canvas)

    def strike(a, b, thick, power, depth):
        points = [np.array(a, float), np.array(b, float)]
        for _ in range(7):
            finer = [points[0]]
            for p, q in zip(points, points[1:]):
                d = q - p
                side = np.array([-d[1], d[0]])
                finer += [(p + q) / 2 + side * generator.normal(0, 0.115), q]
            points = finer
        line = [tuple(p * [width * scale, rows * scale]) for p in points]
        pen.line(line, fill=power, width=max(1, round(thick * width * scale / 2048)))
        if depth:
            for _ in range(5 if depth == 2 else 2):
                start = points[int(generator.integers(12, len(points) * 3 // 4))]
                away = np.array([generator.normal(0, 0.055), 0.05 + 0.11 * generator.random()])
                strike(start, start + away, thick * 0.5, power * 0.38, depth - 1)

    strike((0.268, 0.44), (0.292, 0.757), 4.2, 9.0, 2)
    strike((0.345, 0.46), (0.372, 0.757), 2.0, 1.8, 1)
    line = np.asarray(canvas.resize((width, rows), Image.BOX), F)
    near = blur(line, width / 1000)
    glow = 2.0 * blur(line, width / 120) + 7.0 * blur(line, width / 24)
    y, x = np.mgrid[0:rows, 0:width].astype(F) / width
    flash = np.exp(-np.hypot(x - 0.285, (y - 0.30) * 1.25) / 0.13)
    return line * 0.9 + near * 1.6 + glow * 0.30, flash * 0.65


def _field(sky, camera):
    """Ripe grass to the horizon with the furrows of a track, a line of far trees, a windpump."""
    rows, width = sky.shape[:2]
    r = np.arange(rows, dtype=F)
    down = np.maximum((r + 0.5 - camera.horizon_row) / camera.focal, 4e-4)
    z = camera.height / down
    x = z[:, None] * camera.aside()[None, :]
    zz = np.broadcast_to(z[:, None], x.shape)
    noise = spectral((1024, 1024), 1.7, 33)
    swell = lookup(noise, x / 190, zz / 420)
    blades = lookup(spectral((1024, 1024), 1.1, 34, stretch=3.0), x / 7, zz / 30 + r[:, None] * 0)
    combed = lookup(noise, x / 3.1, zz / 14)
    fine = np.exp(-zz / 60)
    tone = 1 + 0.16 * swell + (0.20 * blades + 0.22 * combed) * (0.20 + 0.80 * fine)
    gold = np.array([0.300, 0.205, 0.075], F)
    green = np.array([0.085, 0.105, 0.035], F)
    field = mix(gold, green, smoothstep(0.1, 1.3, lookup(noise, x / 310 + 0.4, zz / 900))[..., None] * 0.45)
    field = field * np.clip(tone, 0.15, 2.2)[..., None]
    track = np.minimum(np.abs(x - 1.15 + 0.1 * np.sin(zz / 17)), np.abs(x + 0.55 + 0.1 * np.sin(zz / 17)))
    bare = smoothstep(0.42, 0.16, track + 0.10 * combed) * np.exp(-zz / 220)
    field = mix(
        field,
        np.array([0.150, 0.112, 0.078], F) * np.clip(1 + 0.25 * combed, 0.4, 1.6)[..., None],
        bare[..., None] * 0.9,
    )
    shade = smoothstep(-0.7, 0.9, lookup(noise, x / 1500 + 0.13, zz / 2600) + 0.5 * camera.aside()[None, :] * 2)
    field = field * (0.13 + 0.36 * shade)[..., None]
    field = mix(field, np.array([0.10, 0.105, 0.10], F), (1 - np.exp(-zz / 3800))[..., None])
    below = np.clip(r + 1 - camera.horizon_row, 0, 1)[:, None, None]
    picture = mix(sky, field, below)

    big = Image.new("L", (width * 2, rows * 2), 0)
    pen = ImageDraw.Draw(big)
    generator = random(35)
    horizon = camera.horizon_row * 2
    for _ in range(900):
        where = generator.random()
        clump = 0.4 + 0.6 * lookup(spectral((1, 128), 1.5, 36), np.array([where * 0.6]), np.array([0.0]))[0]
        if clump < 0.35:
            continue
        size = width * 2 * (0.0006 + 0.0024 * generator.random()) * clump
        cx, cy = where * width * 2, horizon - size * (0.2 + 0.9 * generator.random())
        pen.ellipse([cx - size * 1.3, cy - size, cx + size * 1.3, cy + size * 1.2], fill=255)
    _windpump(pen, width * 2 * 0.735, horizon + rows * 2 * 0.012, rows * 2 * 0.125)
    mask = np.asarray(big.resize((width, rows), Image.LANCZOS), F)[..., None] / 255
    return mix(picture, np.array([0.012, 0.014, 0.013], F), mask * 0.96)


def _windpump(pen, x, foot, tall):
    top = foot - tall
    thin = max(1, round(tall * 0.010))
    for side in (-1, 1):
        pen.line([x + side * tall * 0.115, foot, x + side * tall * 0.012, top], fill=255, width=thin + 1)
    levels = [0.0, 0.30, 0.55, 0.75, 0.90]
    for a, b in zip(levels, levels[1:]):
        wa, wb = 0.115 - 0.103 * a, 0.115 - 0.103 * b
        ya, yb = foot - tall * a, foot - tall * b
        pen.line([x - wb * tall, yb, x + wb * tall, yb], fill=255, width=thin)
        pen.line([x - wa * tall, ya, x + wb * tall, yb], fill=255, width=thin)
        pen.line([x + wa * tall, ya, x - wb * tall, yb], fill=255, width=thin)
    hub, reach = (x, top - tall * 0.01), tall * 0.17
    for k in range(14):
        a = k / 14 * 2 * np.pi + 0.2
        tip = [(hub[0] + reach * np.cos(a + o) * 0.78, hub[1] + reach * np.sin(a + o)) for o in (-0.13, 0.13)]
        root = [(hub[0] + reach * 0.3 * np.cos(a) * 0.78, hub[1] + reach * 0.3 * np.sin(a))]
        pen.polygon(tip + root, fill=235)
    pen.polygon(
        [
            (x, hub[1]),
            (x + tall * 0.20, hub[1] - tall * 0.045),
            (x + tall * 0.25, hub[1] + tall * 0.035),
            (x + tall * 0.19, hub[1] + tall * 0.03),
        ],
        fill=255,
    )
