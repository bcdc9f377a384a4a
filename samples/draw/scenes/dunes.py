"""Dunes in the last hour: a lit flank, a blue one, and the wind's ripples on both."""

import numpy as np

from ..camera import Camera, HeightMap, normal, sun_direction
from ..film import develop
from ..noise import F, gradient_noise, lookup, mix, smoothstep, spectral
from ..sky import air, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=46, horizon=0.30, height=70)
    sun = sun_direction(72, 10)
    rays = camera.rays()
    sky = air(rays, sun_direction(72, 9), 1.2e-5, strength=22)
    sand = _sand()

    def ground(x, z):
        return sand.height(x, z)

    depth = camera.march(ground, 12, 5200, 1600)
    solid = np.isfinite(depth)
    t = np.where(solid, depth, 1.0)
    x, z = t * camera.aside()[None, :], t
    surface = sand.surface(x, z)
    # Ripples run along the contour of the wind; they fade where they grow finer than the film.
    wander = spectral((512, 512), 3.0, 9)
    phase = (x * 0.80 + z * 0.60) * 2 * np.pi / 2.3 + 2.4 * lookup(wander, x / 60, z / 60) + surface[..., 0] * 1.6
    pixel = t / camera.focal * 3.2
    ripple = smoothstep(1.9, 0.5, pixel) * (0.5 + 0.5 * smoothstep(-0.6, 0.8, lookup(wander, x / 210, z / 210)))
    wave = np.cos(phase) + 0.35 * np.cos(2 * phase + 0.8)
    grainy = lookup(spectral((1024, 1024), 0.8, 12), x / 19, z / 19) * smoothstep(260, 20, t) * 0.03
    n = normal(surface[..., 1] + wave * ripple * 0.11 + grainy, surface[..., 2] + wave * ripple * 0.07)
    direct = np.maximum(n @ sun, 0) * surface[..., 3]
    warm = sunlight(sun_direction(72, 8), 9e-6) * 20 * np.array([1.05, 0.94, 0.86], F)
    albedo = np.array([0.52, 0.31, 0.165], F) * (1 + 0.05 * lookup(wander, x / 90, z / 90))[..., None]
    skylight = np.array([0.17, 0.22, 0.36], F) * (0.55 + 0.45 * n[..., 1:2]) + np.array([0.10, 0.055, 0.025], F)
    light = albedo * (direct[..., None] * warm * 0.95 + skylight * 0.9)
    haze = 1 - np.exp(-t / 5200)
    light = mix(light, np.array([0.70, 0.52, 0.42], F) * 0.85, haze[..., None])
    return develop(
        np.where(solid[..., None], light, sky),
        exposure=0.80,
        bloom=0.05,
        contrast=1.2,
        saturation=1.1,
        grain=0.011,
        shadows=(0.98, 0.99, 1.06),
        highlights=(1.02, 1.0, 0.96),
        seed=31,
    )


def _sand():
    """Dunes as wind makes them: long windward backs to the left, slip faces at the angle of rest, sharp crests."""
    side, extent = 2048, 5600.0
    v, u = np.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j].astype(F)
    x, z = (u - 0.5) * extent, v * extent
    heights = np.zeros_like(x)
    for k, (period, tall, lean) in enumerate([(1050.0, 88.0, 0.30), (420.0, 26.0, -0.25), (150.0, 5.0, 0.5)]):
        bend = gradient_noise(x / period * 0.55, z / period * 0.42, 60 + k)[0]
        swell = gradient_noise(x / period * 0.42 + 7, z / period * 0.30, 70 + k)[0]
        run = -(x + lean * z) / period + 0.85 * bend
        part = run - np.floor(run)
        crest = 0.70
        back = smoothstep(0, 1, np.clip(part / crest, 0, 1)) ** 1.15
        slip = np.clip((1 - part) / (1 - crest), 0, 1) ** 1.25
        heights += tall * np.clip(0.70 + 0.75 * swell, 0.04, 1.4) * np.where(part < crest, back, slip)
    heights += 2.5 * gradient_noise(x / 85, z / 130, 90)[0]
    heights *= 0.25 + 0.75 * smoothstep(30, 700, z)
    return HeightMap(
        heights.astype(F), extent, sun_tangent=np.tan(np.radians(10)), origin=(-extent / 2, 0.0), softness=0.002
    )
