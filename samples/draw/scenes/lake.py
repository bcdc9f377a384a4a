"""Alpenglow on a mountain range, mirrored in a lake before the wind wakes."""

import numpy as np

from ..camera import Camera, HeightMap, normal, sun_direction
from ..film import blur, develop
from ..noise import F, eroded, lookup, mix, smoothstep, spectral
from ..sky import Clouds, air, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=52, horizon=0.56, height=14)
    sun = sun_direction(118, 9)
    rays = camera.rays()
    warm = sunlight(sun_direction(118, 5), 9e-6) * 20 * np.array([1.2, 0.92, 0.80], F)

    sky = air(rays, sun_direction(118, 3), 7e-6, strength=30)
    clouds = Clouds(41, sun, cover=0.62, detail=0.8, density=0.8)
    lit, opacity, _ = clouds.see(rays, base=2600, top=3900, scale=21000, thickness=0.006, offset=(11500, 3000))
    cloud = lit[..., None] * warm * 0.11 * np.array([1.1, 0.86, 0.84], F) + np.array([0.10, 0.12, 0.19], F)
    sky = mix(sky, cloud, (opacity * smoothstep(0.03, 0.14, rays[..., 1]))[..., None])

    land = _mountains()
    fine = spectral((1024, 1024), 2.4, 77)

    def ground(x, z):
        rough = lookup(fine, x / 1900, z / 1900) * 4 * smoothstep(20, 300, land.height(x, z))
        return np.maximum(land.height(x, z) + rough, 0)

    depth = camera.march(ground, 120, 17000, 1400)
    solid = np.isfinite(depth)
    t = np.where(solid, depth, 1.0)
    x, z = t * camera.aside()[None, :], t
    height = np.where(solid, ground(x, z), 0)
    surface = land.surface(x, z)
    e = 7.0
    bump_x = (lookup(fine, (x + e) / 1900, z / 1900) - lookup(fine, (x - e) / 1900, z / 1900)) * 7 / (2 * e)
    bump_z = (lookup(fine, x / 1900, (z + e) / 1900) - lookup(fine, x / 1900, (z - e) / 1900)) * 7 / (2 * e)
    n = normal(surface[..., 1] + bump_x, surface[..., 2] + bump_z)

    patch = lookup(fine, x / 700, z / 700)
    rock = np.array([0.19, 0.165, 0.15], F) * (1 + 0.22 * patch[..., None])
    snow = smoothstep(0.52, 0.70, n[..., 1] + 0.10 * patch) * smoothstep(640, 1150, height + 120 * patch)
    wood = smoothstep(0.50, 0.66, n[..., 1] + 0.06 * patch) * smoothstep(760, 460, height + 90 * patch)
    albedo = mix(rock, np.array([0.82, 0.84, 0.88], F), snow[..., None])
    trees = np.array([0.020, 0.028, 0.020], F) * (1 + 0.5 * lookup(fine, x / 160, z / 160)[..., None])
    albedo = mix(albedo, np.maximum(trees, 0.006), wood[..., None])
    direct = np.maximum(n @ sun, 0) * surface[..., 3]
    skylight = np.array([0.16, 0.20, 0.31], F) * (0.45 + 0.55 * n[..., 1:2])
    scene = albedo * (direct[..., None] * warm * 0.78 + skylight)

    # Air between: bluish with distance, and a sheet of mist that clings to the water.
    haze = 1 - np.exp(-t / 26000 * np.exp(-height / 1500))
    scene = mix(scene, np.array([0.27, 0.29, 0.40], F), haze[..., None])
    wisps = 0.65 + 0.5 * lookup(fine, x / 5200, height / 700 + z / 9000)
    mist = (
        smoothstep(190, 0, height + 45 * lookup(fine, x / 2600, z / 2600))
        * smoothstep(1200, 4200, z)
        * 0.62
        * np.clip(wisps, 0, 1.2)
    )
    scene = mix(scene, np.array([0.42, 0.38, 0.44], F), mist[..., None])
    above = np.where(solid[..., None], scene, sky)
    return develop(
        _mirror(above, camera, solid & (height <= 0.01), fine),
        exposure=1.28,
        bloom=0.07,
        contrast=1.22,
        saturation=1.18,
        grain=0.011,
        shadows=(0.97, 0.99, 1.05),
        highlights=(1.02, 1.0, 0.97),
        seed=11,
    )


def _mountains():
    side, extent = 2048, 15000.0
    v, u = np.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j].astype(F)
    x, z = (u - 0.5) * extent, v * extent
    bend = eroded(u * 3, v * 3, 5, 3)
    peaks = eroded(u * 6.2 + 0.35 * bend, v * 6.2 + 3.1, 23, 10, damping=0.55, ridged=0.55)
    shore = 2500 + 500 * eroded(u * 4 + 9, v * 0 + 2, 8, 4) - 1500 * smoothstep(1500, 5200, np.abs(x + 300))
    rise = smoothstep(0, 4200, z - shore)
    valley = 1 - 0.55 * np.exp(-(((x - 900 - 0.12 * z) / 1300) ** 2))
    heights = rise * valley * (1180 + 1500 * peaks) + 46 * (z - shore) / 1000 * (z > shore) - 30 * (z < shore)
    heights = heights + 25 * eroded(u * 40, v * 40, 31, 5) * rise
    return HeightMap(heights.astype(F), extent, sun_tangent=np.tan(np.radians(14)), origin=(-extent / 2, 0.0))


def _mirror(above, camera, water, fine):
    """Replaces the water by what it mirrors: the picture above the shore, turned over, stirred by small waves."""
    rows, width = above.shape[:2]
    r = np.arange(rows, dtype=F)
    down = np.maximum(r + 0.5 - camera.horizon_row, 0.6)
    distance = camera.height * camera.focal / down
    x = distance[:, None] * camera.aside()[None, :]
    z = np.broadcast_to(distance[:, None], x.shape)
    calm = smoothstep(20, 260, distance)[:, None]
    wind = smoothstep(0.2, 1.4, lookup(fine, x / 900 + 0.3, z / 2600))
    swell = lookup(fine, x / 46, z / 23) * 0.6 + lookup(fine, x / 15 + 0.5, z / 8) * 0.4
    slope = swell * (0.006 + 0.010 * wind + 0.005 * (1 - calm))
    source = (
        2 * camera.horizon_row - r[:, None] - 1 - np.abs(slope) * 1.2 * camera.focal * 0.5 - slope * camera.focal * 0.6
    )
    side = np.arange(width, dtype=F)[None, :] + slope * camera.focal * 0.12
    a = np.clip(source, 0, camera.horizon_row - 2)
    b = np.clip(side, 0, width - 1.001)
    i, j = a.astype(int), b.astype(int)
    part = (a - i)[..., None]
    seen = above[i, j] * (1 - part) + above[np.minimum(i + 1, rows - 1), j] * part
    grazing = down[:, None] / np.hypot(down[:, None], camera.focal)
    fresnel = 0.03 + 0.97 * (1 - np.clip(grazing + np.abs(slope), 0, 1)) ** 4.2
    deep = np.array([0.012, 0.030, 0.042], F)
    lake = seen * fresnel[..., None] * 0.94 + deep * (1 - fresnel)[..., None]
    edge = blur(water.astype(F), width / 1800)[..., None]
    return mix(above, lake, edge)
