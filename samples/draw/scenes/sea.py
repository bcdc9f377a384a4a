"""The sun's path on the open sea: swell, chop and a million small mirrors."""

import numpy as np

from ..camera import Camera, sun_direction
from ..film import blur, develop
from ..noise import F, lookup, mix, smoothstep, random
from ..sky import Clouds, air, henyey, sun_disc, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=48, horizon=0.43, height=5.0)
    sun = sun_direction(-4.5, 5.2)
    rays = camera.rays()
    low = sun_direction(-4.5, 3.0)
    colour = sunlight(low, 9e-6)
    sky = air(rays, low, 8e-6, g=0.78, strength=16)
    clouds = Clouds(14, sun, cover=0.45, detail=0.9, density=0.9)
    lit, opacity, _ = clouds.see(rays, base=1700, top=2700, scale=17000, thickness=0.007, offset=(8200, 5200))
    silver = 0.35 + 0.22 * henyey(rays @ sun, 0.72)
    cloud = lit[..., None] * silver[..., None] * colour * 9 * np.array([1.1, 0.85, 0.75], F) + np.array(
        [0.15, 0.13, 0.17], F
    )
    sky = mix(sky, cloud, (opacity * 0.92 * smoothstep(0.02, 0.09, rays[..., 1]))[..., None])
    sky = sky + sun_disc(rays, sun, 0.0085, 70) * colour * (np.maximum(1 - 1.1 * opacity, 0) ** 2)[..., None]

    water = _surface(512)
    down = -rays[..., 1]
    below = down > 1e-4
    t = np.where(below, camera.height / np.maximum(down, 1e-4), 1)
    x, z = rays[..., 0] * t, rays[..., 2] * t
    light = np.zeros_like(rays)
    draws = 6
    generator = random(4)
    for _ in range(draws):
        # Each pixel covers more sea the farther it looks: several looks within its footprint average the glitter.
        shift = generator.random(2) - 0.5
        foot = t / camera.focal
        px = x + shift[0] * foot
        pz = z + shift[1] * foot / np.maximum(down, 0.01)
        sx = sz = 0.0
        for size, gain, turn in ((97.0, 0.55, 0.0), (31.0, 0.8, 0.7), (9.3, 0.9, 1.9), (2.9, 0.7, 0.4)):
            c, s = np.cos(turn), np.sin(turn)
            slope = lookup(water, (px * c - pz * s) / size, (px * s + pz * c) / size)
            gain = gain * np.where(size < 12, smoothstep(1.0, 0.08, foot / size * 3), 1)
            sx = sx + gain * (slope[..., 0] * c + slope[..., 1] * s)
            sz = sz + gain * (slope[..., 1] * c - slope[..., 0] * s)
        light += _mirror(rays, sx * 0.13, sz * 0.13, sun, low, colour, foot)
    light /= draws
    haze = 1 - np.exp(-t / 9000)
    light = mix(light, blur(sky, width / 200)[min(int(camera.horizon_row) - 3, rows - 1)][None, :, :], haze[..., None])
    light = light * np.array([1.0, 0.93, 0.9], F)
    sky = sky * np.array([1.04, 0.83, 0.74], F)
    edge = np.clip(camera.horizon_row - np.arange(rows), 0, 1)[:, None, None]
    return develop(
        mix(light, sky, edge),
        exposure=0.42,
        bloom=0.10,
        contrast=1.18,
        saturation=1.12,
        grain=0.011,
        shadows=(0.94, 1.0, 1.06),
        highlights=(1.03, 1.0, 0.95),
        seed=41,
    )


def _surface(side):
    """Slopes of a wind sea that tiles: energy around one wavelength, most of it running towards the camera."""
    f = np.fft.fftfreq(side)[:, None] * side, np.fft.fftfreq(side)[None, :] * side
    k = np.hypot(*f)
    k[0, 0] = 1
    across = np.abs(f[1]) / k
    energy = np.exp(-((5.0 / k) ** 4)) * k**-3.4 * (1 - across**2 * 0.85) * (k < side / 3)
    noise = np.fft.fft2(random(77).standard_normal((side, side)))
    height = noise * np.sqrt(energy)
    slopes = np.stack([np.fft.ifft2(height * 1j * f[1]).real, np.fft.ifft2(height * 1j * f[0]).real], axis=-1)
    return (slopes / slopes[..., 1].std()).astype(F)


def _mirror(rays, slope_x, slope_z, sun, low, colour, foot):
    n = np.stack([-slope_x, np.ones_like(slope_x), -slope_z], axis=-1)
    n /= np.linalg.norm(n, axis=-1, keepdims=True)
    cosine = -np.sum(rays * n, axis=-1)
    cosine = np.maximum(cosine, 0.02)
    bounce = rays + 2 * cosine[..., None] * n
    up = np.abs(bounce[..., 1])
    side = np.sum(bounce * low, axis=-1)
    fresnel = 0.02 + 0.98 * (1 - cosine) ** 5
    horizon = np.array([0.95, 0.62, 0.40], F) * 0.9
    zenith = np.array([0.16, 0.26, 0.42], F) * 0.8
    sky = mix(horizon, zenith, np.clip(up * 2.2, 0, 1)[..., None] ** 0.6)
    sky = sky * (0.55 + 1.0 * np.clip(side, 0, 1) ** 6)[..., None]
    angle = np.arccos(np.clip(np.sum(bounce * sun, axis=-1), -1, 1))
    wide = 0.030 + 0.05 * np.clip(foot * 4, 0, 1)
    spark = np.exp(-((angle / wide) ** 2)) * 70 * (0.030 / wide)
    body = np.array([0.010, 0.050, 0.060], F) + np.array([0.01, 0.07, 0.06], F) * np.clip(slope_z, 0, 0.5)[..., None]
    return sky * fresnel[..., None] + body * (1 - fresnel)[..., None] + (spark * fresnel)[..., None] * colour
