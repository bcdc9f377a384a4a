"""A canyon in the evening: hard layers stand as cliffs, soft ones lie as slopes, the river keeps the sky."""

import numpy as np

from ..camera import Camera, HeightMap, normal, sun_direction
from ..film import develop
from ..noise import F, eroded, lookup, mix, smoothstep, spectral
from ..sky import Clouds, air, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=58, horizon=0.25, height=860)
    sun = sun_direction(64, 14)
    rays = camera.rays()
    sky = air(rays, sun_direction(64, 7), 7e-6, strength=24)
    clouds = Clouds(33, sun, cover=0.75, detail=0.9)
    warm = sunlight(sun_direction(64, 9), 7e-6) * 20 * np.array([1.05, 0.95, 0.84], F)
    lit, opacity, _ = clouds.see(rays, base=2400, top=3400, scale=19000, thickness=0.006, offset=(2000, 6000))
    cloud = lit[..., None] * warm * 0.085 + np.array([0.16, 0.17, 0.22], F)
    sky = mix(sky, cloud, (opacity * 0.9 * smoothstep(0.02, 0.1, rays[..., 1]))[..., None])

    land, fine = _land(), spectral((1024, 1024), 2.1, 45)

    def ground(x, z):
        return land.height(x, z) + lookup(fine, x / 420, z / 420) * 1.2

    depth = camera.march(ground, 260, 11500, 1800)
    solid = np.isfinite(depth)
    t = np.where(solid, depth, 1.0)
    x, z = t * camera.aside()[None, :], t
    surface = land.surface(x, z)
    e = 1.2
    bump_x = (lookup(fine, (x + e) / 420, z / 420) - lookup(fine, (x - e) / 420, z / 420)) * 0.9 / (2 * e)
    bump_z = (lookup(fine, x / 420, (z + e) / 420) - lookup(fine, x / 420, (z - e) / 420)) * 0.9 / (2 * e)
    n = normal(surface[..., 1] + bump_x, surface[..., 2] + bump_z)
    height = surface[..., 0]
    steep = smoothstep(0.80, 0.45, n[..., 1])
    albedo = _rock(height + 5 * lookup(fine, x / 900, z / 900), steep, fine, x, z)
    scrub = smoothstep(0.2, 1.0, lookup(fine, x / 130, z / 130)) * smoothstep(0.80, 0.95, n[..., 1])
    albedo = mix(albedo, np.array([0.085, 0.090, 0.050], F), scrub[..., None] * 0.75)
    direct = np.maximum(n @ sun, 0) * surface[..., 3]
    bounce = np.array([0.15, 0.075, 0.04], F) * (1 - 0.5 * n[..., 1:2])
    skylight = (
        np.array([0.17, 0.21, 0.33], F)
        * (0.35 + 0.65 * n[..., 1:2])
        * (0.45 + 0.55 * smoothstep(0, 650, height))[..., None]
    )
    light = albedo * (direct[..., None] * warm * 0.34 + skylight + bounce)
    river = (height < 3) & solid
    light[river] = np.array([0.20, 0.22, 0.24], F)
    haze = 1 - np.exp(-t / 15000 * np.exp(-height / 1300))
    light = mix(light, np.array([0.50, 0.42, 0.46], F), haze[..., None])
    return develop(
        np.where(solid[..., None], light, sky),
        exposure=1.15,
        bloom=0.06,
        contrast=1.2,
        saturation=1.12,
        grain=0.011,
        shadows=(0.98, 0.98, 1.05),
        highlights=(1.02, 1.0, 0.96),
        seed=71,
    )


def _land():
    side, extent = 2048, 12000.0
    v, u = np.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j].astype(F)
    x, z = (u - 0.5) * extent, v * extent
    river = 420 * np.sin(z / 1350 + 0.6) + 190 * np.sin(z / 520)
    gullies = eroded(u * 8, v * 8, 83, 8, damping=0.4, ridged=0.5)
    broad = eroded(u * 3.2 + 4, v * 3.2, 85, 4)
    away = (
        np.abs(x - river)
        + 860 * gullies * smoothstep(40, 700, np.abs(x - river))
        + 420 * broad * smoothstep(100, 900, np.abs(x - river))
    )
    # Each pair: distance from the river, height; steep pieces are hard rock.
    profile = np.array(
        [
            (-900, 0),
            (45, 0),
            (60, 8),
            (240, 95),
            (262, 190),
            (430, 255),
            (455, 370),
            (760, 430),
            (785, 520),
            (1130, 560),
            (1165, 665),
            (1600, 690),
            (4000, 735),
            (9000, 790),
        ],
        F,
    )
    heights = np.interp(away + 14 * eroded(u * 70, v * 70, 87, 4), profile[:, 0], profile[:, 1])
    buttes = smoothstep(0.52, 0.60, eroded(u * 5 + 11, v * 5 + 2, 88, 5)) * smoothstep(1500, 2300, away) * 130
    heights = heights + buttes + 7 * eroded(u * 50, v * 50, 89, 5) * smoothstep(50, 200, away)
    return HeightMap(
        heights.astype(F), extent, sun_tangent=np.tan(np.radians(14)), origin=(-extent / 2, 0.0), softness=0.004
    )


def _rock(height, steep, fine, x, z):
    """Bands of colour by height: red and cream sandstone, with stains that run down the cliffs."""
    generator = np.random.default_rng(14)
    levels = np.sort(generator.random(26)) * 950 - 40
    shades = np.array(
        [(0.36, 0.165, 0.090), (0.44, 0.235, 0.135), (0.52, 0.345, 0.215), (0.30, 0.125, 0.075), (0.47, 0.285, 0.165)],
        F,
    )
    colours = shades[generator.integers(0, len(shades), len(levels))] * (
        0.8 + 0.35 * generator.random((len(levels), 1))
    )
    band = np.stack([np.interp(height, levels, colours[:, k]) for k in range(3)], axis=-1)
    thin = lookup(spectral((1, 2048), 1.0, 15), height / 420, np.zeros_like(height))
    band = band * (1 + 0.17 * thin * (0.3 + 0.7 * steep))[..., None]
    stain = lookup(fine, x / 150, z / 150) * steep
    band = band * (1 - 0.16 * np.clip(stain, -1, 2))[..., None]
    return mix(band, np.array([0.40, 0.26, 0.165], F), (1 - steep)[..., None] * 0.45)
