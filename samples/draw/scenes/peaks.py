"""A summit above a sea of cloud, first light on its snow. Portrait."""

import numpy as np

from ..camera import Camera, HeightMap, normal, sun_direction
from ..film import develop
from ..noise import F, eroded, lookup, mix, smoothstep, spectral
from ..sky import air, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=28, horizon=0.60, height=2500)
    sun = sun_direction(74, 11)
    rays = camera.rays()
    sky = air(rays, sun_direction(74, 4), 4e-6, strength=30)
    sky = sky * np.array([1.06, 0.70, 0.80], F)
    veil = spectral((512, 512), 3.0, 4, stretch=3.3)
    cirrus = np.clip(lookup(veil, rays[..., 0] * 0.9 + rays[..., 1] * 0.5, rays[..., 1] * 2.2 + 0.1) - 0.1, 0, 2)
    cirrus = cirrus * (
        0.6 + 0.4 * lookup(spectral((512, 512), 2.0, 6, stretch=4.5), rays[..., 0] * 2 + rays[..., 1], rays[..., 1] * 5)
    )
    sky = mix(
        sky,
        np.array([0.72, 0.50, 0.44], F),
        np.clip(cirrus * 0.42 * smoothstep(0.03, 0.3, rays[..., 1]), 0, 0.8)[..., None],
    )
    warm = sunlight(sun_direction(74, 6), 6e-6) * 20 * np.array([1.12, 0.95, 0.84], F)

    land, cloud = _land(), _cloud_tops()
    fine = spectral((1024, 1024), 2.2, 55)

    def ground(x, z):
        return np.maximum(land.height(x, z), cloud.height(x, z))

    depth = camera.march(ground, 1500, 60000, 1700)
    solid = np.isfinite(depth)
    t = np.where(solid, depth, 1.0)
    x, z = t * camera.aside()[None, :], t
    rock, fluff = land.surface(x, z), cloud.surface(x, z)
    e = 5.0
    bump_x = (lookup(fine, (x + e) / 1300, z / 1300) - lookup(fine, (x - e) / 1300, z / 1300)) * 1.6 / (2 * e)
    bump_z = (lookup(fine, x / 1300, (z + e) / 1300) - lookup(fine, x / 1300, (z - e) / 1300)) * 1.6 / (2 * e)
    n = normal(rock[..., 1] + bump_x, rock[..., 2] + bump_z)
    patch = lookup(fine, x / 600, z / 600)
    snow = smoothstep(0.55, 0.72, n[..., 1] + 0.08 * patch)
    albedo = mix(
        np.array([0.15, 0.125, 0.115], F) * (1 + 0.25 * patch)[..., None],
        np.array([0.86, 0.87, 0.90], F),
        snow[..., None],
    )
    skylight = np.array([0.19, 0.25, 0.42], F)
    light = albedo * (
        (np.maximum(n @ sun, 0) * rock[..., 3])[..., None] * warm * 0.8 + skylight * (0.45 + 0.55 * n[..., 1:2])
    )
    m = normal(fluff[..., 1], fluff[..., 2])
    wrap = np.clip((m @ sun + 0.35) / 1.35, 0, 1) * (0.30 + 0.70 * fluff[..., 3])
    white = wrap[..., None] * warm * 0.42 * np.array([1.0, 0.93, 0.90], F) + skylight * (0.80 + 0.35 * m[..., 1:2])
    # Rock sinks into the cloud softly.
    sink = smoothstep(-70, 150, rock[..., 0] - fluff[..., 0] + 40 * patch)
    light = mix(white, light, sink[..., None])
    haze = 1 - np.exp(-t / 42000)
    light = mix(light, np.array([0.56, 0.50, 0.56], F) * 0.95, haze[..., None])
    return develop(
        np.where(solid[..., None], light, sky),
        exposure=0.62,
        bloom=0.06,
        contrast=1.2,
        saturation=1.15,
        grain=0.010,
        shadows=(0.97, 0.99, 1.05),
        highlights=(1.02, 1.0, 0.97),
        seed=101,
    )


def _land():
    side, extent = 2048, 22000.0
    v, u = np.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j].astype(F)
    x, z = (u - 0.5) * extent, v * extent
    relief = eroded(u * 9, v * 9, 143, 10, damping=0.5, ridged=0.6)
    summit = np.hypot((x + 250) * 1.0, (z - 9200) * 0.8)
    ribs = 1 + 0.22 * np.cos(3 * np.arctan2(z - 9200, x + 250) + 0.9)
    heights = (
        1150
        + 1500 * np.exp(-((summit / (2100 * ribs)) ** 1.25))
        + 1500 * relief * (0.25 + 0.75 * np.exp(-summit / 3200))
        - 400 * (z < 3000)
    )
    heights += 900 * np.exp(-np.hypot((x - 3400), (z - 14500)) / 1700) + 800 * np.exp(
        -np.hypot((x + 4200), (z - 15500)) / 1500
    )
    edge = smoothstep(0, 0.05, v) * smoothstep(1, 0.95, v) * smoothstep(0, 0.05, u) * smoothstep(1, 0.95, u)
    return HeightMap((heights * edge).astype(F), extent, sun_tangent=np.tan(np.radians(11)), origin=(-extent / 2, 0.0))


def _cloud_tops():
    side, extent = 1024, 20000.0
    swell = spectral((side, side), 3.6, 61)
    puffs = spectral((side, side), 2.6, 62)
    heights = 1620 + 135 * swell + 13 * np.abs(puffs)
    return HeightMap(
        heights.astype(F), extent, sun_tangent=np.tan(np.radians(11)), origin=(-extent / 2, 0.0), softness=0.03
    )
