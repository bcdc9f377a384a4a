"""Leaves after rain, the sun behind them: one in focus, the rest of the wood is circles of light."""

import numpy as np

from ..film import blur, disc_blur, develop
from ..noise import F, lookup, mix, random, smoothstep, spectral


def draw(width, rows):
    generator = random(14)
    light = _backdrop(width, rows, generator)
    noise = spectral((1024, 1024), 2.0, 8)
    layers = [(9, 0.014, 0.34), (5, 0.006, 0.48)]
    for count, blurred, size in layers:
        layer, cover = np.zeros_like(light), np.zeros((rows, width), F)
        for _ in range(count):
            x = width * generator.choice([generator.uniform(-0.05, 0.30), generator.uniform(0.68, 1.05)])
            y = rows * generator.uniform(0.0, 1.0)
            _leaf(
                layer,
                cover,
                x,
                y,
                width * size * generator.uniform(0.7, 1.1),
                generator.uniform(0, 2 * np.pi),
                generator,
                noise,
                0.55,
            )
        soft = disc_blur(np.concatenate([layer * cover[..., None], cover[..., None]], axis=2), width * blurred)
        light = light * (1 - np.clip(soft[..., 3:], 0, 1)) + soft[..., :3]
    layer, cover = np.zeros_like(light), np.zeros((rows, width), F)
    light = _stalk(light, width, rows)
    for x, y, size, turn, tone in (
        (0.335, 0.60, 0.34, 3.55, 0.9),
        (0.44, 0.34, 0.33, 4.25, 1.0),
        (0.47, 0.56, 0.50, 0.22, 1.1),
    ):
        _leaf(layer, cover, width * x, rows * y, width * size, turn, generator, noise, tone)
    beads, bead_cover = _dew(layer, cover, width, rows, generator)
    layer = mix(layer, beads, bead_cover[..., None])
    shadow = blur(cover, width * 0.01)
    light = light * (1 - 0.25 * shadow)[..., None]
    soft_cover = blur(cover, 0.6 * width / 1600)
    light = mix(light, layer, soft_cover[..., None])
    return develop(
        light,
        exposure=1.25,
        bloom=0.10,
        contrast=1.2,
        saturation=1.12,
        vignette=0.35,
        grain=0.010,
        shadows=(0.97, 1.0, 1.0),
        highlights=(1.01, 1.0, 0.96),
        seed=121,
    )


def _backdrop(width, rows, generator):
    y, x = np.mgrid[0:rows, 0:width].astype(F)
    u, v = x / width, y / rows
    wood = spectral((512, 512), 3.0, 4)
    base = mix(
        np.array([0.020, 0.050, 0.020], F),
        np.array([0.17, 0.26, 0.06], F),
        smoothstep(-1.2, 1.5, lookup(wood, u * 0.5, v * 0.4) + 1.5 * (0.7 - v) + 0.8 * (u - 0.4))[..., None],
    )
    base += (
        np.array([0.85, 0.70, 0.28], F)
        * np.exp(-((np.hypot(u - 0.80, (v - 0.10) * 0.7) / 0.30) ** 2))[..., None]
        * 0.55
    )
    points = np.zeros((rows, width, 3), F)
    for _ in range(330):
        a, b = generator.random(), generator.random() ** 1.25
        power = 40 * (0.2 + generator.random() ** 3) * np.exp(-np.hypot(a - 0.75, b - 0.15) / 0.42)
        hue = np.array([0.62 + 0.5 * generator.random(), 0.80, 0.16 + 0.35 * generator.random()], F)
        i, j = int(b * (rows - 4)), int(a * (width - 4))
        points[i : i + 3, j : j + 3] += hue * power * (width / 1024) ** 2
    discs = (
        disc_blur(points, width * 0.030, blades=7) * 0.60
        + disc_blur(np.roll(points[::-1], 37, axis=1), width * 0.017, blades=7) * 0.20
    )
    return blur(base, width * 0.01) + discs


def _leaf(layer, cover, x, y, size, turn, generator, noise, tone):
    """A leaf with its base at (x, y), seen against the light: thin tissue glows, veins are pale."""
    rows, width = cover.shape
    reach = int(size * 1.05)
    a, b = max(int(y) - reach, 0), min(int(y) + reach, rows)
    c, d = max(int(x) - reach, 0), min(int(x) + reach, width)
    if a >= b or c >= d:
        return
    yy, xx = np.mgrid[a:b, c:d].astype(F)
    px, py = (xx - x) / size, (yy - y) / size
    u, v = px * np.cos(turn) + py * np.sin(turn), -px * np.sin(turn) + py * np.cos(turn)
    bend = generator.uniform(-0.22, 0.22)
    v = v - bend * u * (1 - u)
    shift = generator.random() * 9
    s = np.clip(u, 0, 1)
    half = 0.46 * np.power(s, 0.62) * np.power(1 - s, 0.95) * (1 + 0.25 * (1 - s))
    teeth = 0.006 * np.abs(((s * 26 + 0.35 * np.sign(v)) % 1) - 0.5) * (s < 0.97)
    inside = np.clip((half + teeth - np.abs(v)) * size + 0.5, 0, 1) * (u > 0) * (u < 1)
    q = np.abs(v) / np.maximum(half, 1e-3)
    # Side veins leave the midrib and curve towards the tip; between them a net of finer ones.
    along = s - 0.30 * np.abs(v) / 0.3 * (0.5 + 0.35 * q)
    n = 11
    wave = along * n + 0.18 * np.sign(v)
    near = np.abs(wave - np.round(wave)) / n
    side_vein = np.exp(-((near / (0.0045 * (1.15 - 0.6 * q))) ** 2)) * smoothstep(1.02, 0.75, q)
    rib = np.exp(-((np.abs(v) / (0.0105 * (1.15 - s))) ** 2))
    cross = np.abs(((q * 9 + 2.2 * lookup(noise, u * 1.5 + shift, v * 1.5)) % 1) - 0.5)
    net = smoothstep(0.10, 0.0, cross) * 0.35
    quilt = smoothstep(0.0, 0.045, near)
    mottle = lookup(noise, u * 0.6 + shift, v * 0.6)
    fine = lookup(noise, u * 3 + shift, v * 3)
    lightness = (0.62 + 0.24 * quilt + 0.12 * mottle + 0.06 * fine) * (0.80 + 0.40 * s)
    fold = 1 + 0.26 * np.tanh(v * 26) * np.sign(np.sin(turn) + 0.2) * (0.6 + 0.4 * (1 - q))
    tissue = np.array([0.205, 0.405, 0.045], F) * (lightness * fold)[..., None]
    tissue = mix(tissue, np.array([0.36, 0.45, 0.07], F), np.clip(0.25 * mottle + 0.5 * q**5, 0, 0.6)[..., None])
    pale = np.array([0.52, 0.63, 0.20], F) * fold[..., None]
    colour = mix(tissue, pale, np.clip(0.75 * side_vein + 0.95 * rib + net * 0.35, 0, 1)[..., None])
    colour = colour * (1 - 0.30 * np.exp(-(((np.abs(v) - 0.017) / 0.010) ** 2)) * (s < 0.96))[..., None]
    sheen = np.clip(lookup(noise, u * 0.35 + shift + 0.5, v * 0.9) - 0.5, 0, 1) * 0.16 * (fold > 1)
    colour = (colour + sheen[..., None] * np.array([0.8, 0.95, 1.0], F)) * tone
    shade = blur(inside, size * 0.03)
    layer[a:b, c:d] *= (1 - 0.45 * shade * (1 - inside))[..., None]
    layer[a:b, c:d] = mix(layer[a:b, c:d], colour, inside[..., None])
    cover[a:b, c:d] = np.maximum(cover[a:b, c:d], inside)


def _stalk(light, width, rows):
    y, x = np.mgrid[0:rows, 0:width].astype(F)
    v = y / rows
    middle = width * (0.475 - 0.09 * (v - 0.56) - 0.35 * np.clip(v - 0.55, 0, 1) ** 2 - 0.16 * np.clip(0.55 - v, 0, 1))
    across = (x - middle) / (width * 0.0060)
    inside = np.clip((1 - np.abs(across)) * width * 0.0060 + 0.5, 0, 1) * smoothstep(0.30, 0.34, v)
    colour = (
        np.array([0.13, 0.20, 0.04], F)
        * (0.5 + 0.7 * np.clip(across, -1, 1) ** 2 + 0.5 * np.clip(across, 0, 1))[..., None]
    )
    return mix(light, colour, inside[..., None])


def _dew(layer, cover, width, rows, generator):
    """Drops on the leaf: each gathers the light at its far side and throws a small shadow with a bright heart."""
    beads, where = layer.copy(), np.zeros((rows, width), F)
    placed = []
    for _ in range(4000):
        x, y = generator.uniform(0.25, 0.98) * width, generator.uniform(0.10, 0.95) * rows
        size = width * (0.0016 + 0.0090 * generator.random() ** 4)
        if cover[int(y), int(x)] < 0.99 or len(placed) > 120:
            continue
        if any((x - p) ** 2 + (y - q) ** 2 < (size + s) ** 2 * 1.5 for p, q, s in placed):
            continue
        placed.append((x, y, size))
        reach = int(size * 2.2) + 2
        a, b, c, d = (
            max(int(y) - reach, 0),
            min(int(y) + reach, rows),
            max(int(x) - reach, 0),
            min(int(x) + reach, width),
        )
        yy, xx = np.mgrid[a:b, c:d].astype(F)
        px, py = (xx - x) / size, (yy - y) / size * 1.06
        q = np.hypot(px, py)
        inside = np.clip((1 - q) * size + 0.5, 0, 1)
        # The sun is up and to the right behind: shadow inside above, gathered light below left, a spark above right.
        caustic = np.exp(-((px + 0.30) ** 2 + (py - 0.34) ** 2) / 0.20)
        dark = 1 - 0.62 * smoothstep(0.25, 1.0, q) * np.clip(0.6 + 0.5 * (px - py), 0.15, 1)
        body = layer[int(y), int(x)] * (dark * (0.62 + 1.5 * caustic))[..., None]
        spark = np.exp(-((px - 0.36) ** 2 + (py + 0.40) ** 2) / 0.014) * 3.2 + 0.4 * np.exp(
            -((px - 0.30) ** 2 + (py + 0.34) ** 2) / 0.06
        )
        body = body + spark[..., None] * np.array([1.0, 1.0, 0.92], F)
        fall = np.exp(-((px + 0.35) ** 2 + (py - 0.40) ** 2) / 0.9) * (1 - inside)
        beads[a:b, c:d] *= (1 - 0.40 * fall)[..., None]
        where[a:b, c:d] = np.maximum(where[a:b, c:d], np.clip(fall * 2, 0, 1) * (fall > 0.05))
        beads[a:b, c:d] = mix(beads[a:b, c:d], body, inside[..., None])
        where[a:b, c:d] = np.maximum(where[a:b, c:d], inside)
    return beads, where
