"""The Milky Way over a mesa: a clear, moonless night and a long exposure."""

import numpy as np

from ..camera import Camera, unit
from ..film import blur, develop
from ..noise import F, eroded, lookup, mix, random, smoothstep, spectral


def draw(width, rows):
    camera = Camera(width, rows, fov=72, horizon=0.86, height=2)
    rays = camera.rays()
    light = _air(rays) + _galaxy(rays) + _stars(rays, camera)
    r = np.arange(rows, dtype=F)[:, None] / rows
    u = np.linspace(-1, 1, width, dtype=F) * width / rows / 1.5
    # Far hills, then the mesa with its talus, then the plain in starlight.
    far = 0.842 - 0.012 * eroded(u * 2.3, u * 0 + 4.0, 7, 7)
    light = _land(light, r, far, np.array([0.020, 0.020, 0.024], F), np.array([0.050, 0.036, 0.026], F), rows)
    edge = smoothstep(0, 1, (0.47 - np.abs(u - 0.30)) / 0.10 + 0.16 * eroded(u * 13, u * 0, 3, 6))
    butte = smoothstep(0, 1, (0.085 - np.abs(u + 0.62)) / 0.035 + 0.2 * eroded(u * 21, u * 0 + 5, 13, 5))
    foot = (
        np.exp(-np.maximum(np.abs(u - 0.30) - 0.40, 0) / 0.14) * 0.062
        + np.exp(-np.maximum(np.abs(u + 0.62) - 0.05, 0) / 0.07) * 0.04
    )
    top = (
        0.862
        - np.maximum(edge * 0.150, butte * 0.115)
        - foot
        - 0.006 * eroded(u * 19, u * 0 + 1, 9, 8)
        - 0.0025 * eroded(u * 90, u * 0 + 1, 19, 4)
    )
    warm = np.array([0.0080, 0.0056, 0.0044], F)
    light = _cliff(light, r, top, u, warm, rows)
    return _plain(light, camera, rows, width)


def _air(rays):
    """Airglow: green-grey near the horizon, blue above, and a town far away on the left."""
    up = np.maximum(rays[..., 1:2], 0)
    glow = np.array([0.012, 0.016, 0.018], F) * np.exp(-up * 4) + np.array([0.0022, 0.0036, 0.0072], F)
    town = np.exp(-up * 13) * np.exp(-(((rays[..., 0:1] + 0.34) / 0.24) ** 2))
    band = lookup(spectral((256, 256), 3.2, 61, stretch=3.3), rays[..., 0] * 0.3, rays[..., 1] * 0.8)
    glow = glow * (1 + 0.18 * band)[..., None]
    return glow + town * np.array([0.10, 0.050, 0.020], F)


def _galaxy_frame(rays):
    pole = unit(0.74, 0.58, -0.22)
    core = unit(0.02, 0.26, 1.0)
    core = core - pole * (core @ pole)
    core /= np.linalg.norm(core)
    b = rays @ pole
    l = np.arctan2(rays @ np.cross(pole, core), rays @ core)
    return l, b


def _galaxy(rays):
    l, b = _galaxy_frame(rays)
    cloud = spectral((1024, 1024), 2.7, 51)
    rift = spectral((1024, 1024), 2.5, 52)
    warp = 0.035 * lookup(cloud, l / 5 + 0.3, b / 5)
    width = 0.070 + 0.045 * np.exp(-((l / 0.5) ** 2))
    band = np.exp(-(((b + warp * 0.7) / width) ** 2))
    bulge = np.exp(-(((l - 0.04) / 0.30) ** 2) - (b / 0.10) ** 2)
    texture = np.exp(0.42 * lookup(cloud, l / 2.4, b / 2.4) + 0.16 * lookup(cloud, l / 0.7 + 0.4, b / 0.7))
    # Dust lies along the middle and branches upwards; seen against the light it reddens before it darkens.
    branch = lookup(rift, l / 2.2 + 0.1, b / 1.1) + 0.55 * lookup(rift, l / 0.8 + 0.6, b / 0.45)
    dust = smoothstep(-0.45, 1.5, branch + 1.0 * np.exp(-(((b - 0.012 + warp) / 0.040) ** 2)) - 0.2) * np.exp(
        -(((b + warp) / 0.13) ** 2)
    )
    glow = (0.026 * band * (0.45 + 0.55 * np.exp(-((l / 0.9) ** 2))) + 0.050 * bulge) * texture
    colour = mix(
        np.array([0.72, 0.84, 1.12], F), np.array([1.22, 0.96, 0.72], F), np.clip(bulge * 1.3 + 0.25, 0, 1)[..., None]
    )
    through = np.exp(-dust[..., None] * np.array([1.7, 2.3, 3.0], F) * 1.1)
    extinct = smoothstep(0.01, 0.22, rays[..., 1])
    nebula = np.zeros(rays.shape, F)
    for ll, bb, size, gain in ((0.22, 0.03, 0.020, 0.10), (0.31, -0.035, 0.014, 0.07), (-0.35, 0.05, 0.024, 0.05)):
        spot = np.exp(-((l - ll) ** 2 + (b - bb) ** 2) / size**2) * texture
        nebula += gain * spot[..., None] * np.array([1.0, 0.22, 0.38], F)
    return (glow[..., None] * colour * through + nebula * 0.6) * extinct[..., None]


def _stars(rays, camera):
    """Stars by their true statistics: about three times as many for each magnitude fainter, coloured by temperature."""
    rows, width = rays.shape[:2]
    generator = random(8)
    sky_rows = int(rows * 0.87)
    l, b = _galaxy_frame(rays)
    dense = np.exp(-((b / 0.14) ** 2))
    count = 26000
    flux = 0.0045 * generator.pareto(0.95, count) + 0.0012
    y, x = generator.random(count) * sky_rows, generator.random(count) * width
    keep = generator.random(count) < 0.30 + 0.70 * dense[y.astype(int), x.astype(int)]
    y, x, flux = y[keep], x[keep], np.minimum(flux[keep], 2.6)
    warmth = generator.normal(0.0, 0.45, len(flux))
    colour = np.stack([1 + 0.42 * warmth, np.ones_like(warmth), 1 - 0.55 * warmth], axis=-1).clip(0.35, 1.7)
    picture = np.zeros((rows, width, 3), F)
    scale = (width / 1024) ** 2 * 2.2
    i, j = y.astype(int), x.astype(int)
    fy, fx = (y - i)[:, None], (x - j)[:, None]
    for dy in (0, 1):
        for dx in (0, 1):
            part = (fy if dy else 1 - fy) * (fx if dx else 1 - fx)
            np.add.at(
                picture,
                (np.minimum(i + dy, rows - 1), np.minimum(j + dx, width - 1)),
                flux[:, None] * colour * part * scale,
            )
    up = smoothstep(0.0, 0.16, rays[..., 1:2])
    sharp = blur(picture, 0.46 * width / 1024)
    halo = blur(np.maximum(picture - 0.8 * scale, 0), 2.6 * width / 1024)
    return np.maximum(sharp + halo * 0.5, 0) * up


def _land(light, r, top, near, far, rows):
    edge = np.clip((r - top[None, :]) * rows + 0.5, 0, 1)
    depth = np.clip((r - top[None, :]) / 0.03, 0, 1)
    return mix(light, mix(far * 0.8, near, depth[..., None]), edge[..., None])


def _cliff(light, r, top, u, warm, rows):
    """The face: strata run level, gullies run down, the rim catches what light there is."""
    edge = np.clip((r - top[None, :]) * rows + 0.5, 0, 1)
    grain = spectral((512, 512), 1.9, 71)
    below = np.maximum(r - top[None, :], 0)
    strata = lookup(grain, u[None, :] * 0.05 + r * 0, r * 2.6) * 0.5
    gully = lookup(spectral((512, 512), 1.6, 72), u[None, :] * 1.7, r * 0.22)
    shade = 0.75 + 0.34 * strata + 0.16 * gully
    talus = smoothstep(0.09, 0.13, below + 0.012 * gully)
    shade = mix(shade, 0.62 + 0.22 * lookup(grain, u[None, :] * 1.4, r * 2.2), talus)
    rim = 1 + 0.9 * np.exp(-below / 0.004)
    side = 0.75 + 0.45 * smoothstep(0.6, -0.4, u)[None, :]
    return mix(light, warm * (np.clip(shade, 0.12, 2) * rim * side)[..., None], edge[..., None])


def _plain(light, camera, rows, width):
    r = np.arange(rows, dtype=F)
    down = np.maximum((r + 0.5 - camera.rows * 0.862) / camera.focal, 1e-4)
    z = camera.height / down
    x = z[:, None] * camera.aside()[None, :]
    zz = np.broadcast_to(z[:, None], x.shape)
    scrub = spectral((1024, 1024), 1.5, 81)
    texture = 0.5 * lookup(scrub, x / 9, zz / 9) + 0.6 * lookup(scrub, x / 47, zz / 47)
    fade = np.exp(-zz / 260)
    ground = (
        np.array([0.0085, 0.0075, 0.0070], F) * np.clip(1 + 0.55 * texture * (0.35 + 0.65 * fade), 0.1, 3)[..., None]
    )
    ground = mix(np.array([0.014, 0.011, 0.009], F), ground, fade[..., None] * 0.7 + 0.3)
    bush = smoothstep(0.9, 1.5, lookup(scrub, x / 31 + 0.4, zz / 31)) * 0.75
    ground = ground * (1 - bush)[..., None]
    rim = 0.862 * rows - rows * 0.003 * lookup(
        spectral((1, 512), 1.4, 83), np.arange(width) / width * 0.8, np.zeros(width)
    )
    edge = np.clip(r[:, None] - rim[None, :] + 0.5, 0, 1)
    return develop(
        mix(light, ground, edge[..., None]),
        exposure=4.2,
        bloom=0.06,
        contrast=1.25,
        saturation=1.15,
        vignette=0.35,
        grain=0.020,
        shadows=(0.97, 1.0, 1.06),
        seed=51,
    )
