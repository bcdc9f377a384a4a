"""Ridge behind ridge at sunrise, each paler than the one before, fog in the valleys."""

import numpy as np

from ..camera import Camera, sun_direction
from ..film import blur, develop
from ..noise import F, lookup, mix, smoothstep, spectral
from ..sky import air, sun_disc, sunlight


def draw(width, rows):
    camera = Camera(width, rows, fov=34, horizon=0.46, height=900)
    sun = sun_direction(5.5, 3.4)
    rays = camera.rays()
    glow = np.clip(rays @ sun, 0, 1)
    light = air(rays, sun_direction(5.5, 0.6), 1.1e-5, g=0.78, strength=17)
    light = light + sun_disc(rays, sun, 0.011, 26) * sunlight(sun, 1.2e-5) * np.array([1.3, 1.0, 0.7], F)
    light = light * np.array([1.04, 0.78, 0.66], F)
    veil = spectral((512, 512), 3.2, 3, stretch=2.9)
    streaks = np.clip(lookup(veil, rays[..., 0] * 0.9, rays[..., 1] * 2.6 + 0.2) * 0.5, -0.3, 1)
    light = light * (1 + 0.16 * streaks * smoothstep(0.01, 0.12, rays[..., 1]))[..., None]

    u = np.linspace(0, 1, width, dtype=F)
    r = np.arange(rows, dtype=F)[:, None] / rows
    far_air = np.array([1.25, 0.58, 0.27], F) * 0.74
    near_air = np.array([0.21, 0.26, 0.36], F) * 0.55
    near = np.array([0.010, 0.014, 0.018], F)
    layers = 11
    for k in range(layers):
        closeness = k / (layers - 1)
        base = 0.47 + 0.50 * closeness**1.35
        swing = 0.016 + 0.060 * closeness
        crest = base - swing * _ridge(u * (0.55 + 1.5 * (1 - closeness)) + k * 3.7, k)
        if closeness > 0.45:
            crest = crest - _trees(width, k, 0.002 + 0.012 * (closeness - 0.45) ** 1.2)
        edge = np.clip((r - crest[None, :]) * rows + 0.5, 0, 1)
        below = np.clip(r - crest[None, :], 0, 1)
        # Fog gathers below each crest and is bright towards the sun.
        fog = 1 - np.exp(-below / (0.030 + 0.05 * closeness))
        thin = (1 - closeness) ** 1.25
        haze = mix(near_air, far_air, (glow**18)[..., None] * 0.85 + 0.15 * (1 - closeness))
        drift = 1 + 0.35 * lookup(veil, u[None, :] * 0.6 + k * 0.37, r * 2.2 + k * 0.61)
        amount = np.clip(thin * (0.62 + 0.38 * fog) + (1 - thin) * fog * 0.40 * drift * (1 - closeness**3), 0, 0.97)
        lit = haze * (0.55 + 0.75 * (glow**60)[..., None])
        land = mix(near * (1 + 2 * (glow**30))[..., None], lit, amount[..., None])
        light = mix(light, land, edge[..., None])
    beams = np.clip(blur(np.minimum(light, 6), width / 14) - 0.2, 0, 2)
    return develop(
        light + 0.10 * beams,
        exposure=0.95,
        bloom=0.10,
        contrast=1.2,
        saturation=1.12,
        grain=0,
        shadows=(0.95, 1.0, 1.07),
        highlights=(1.03, 1.0, 0.94),
        seed=21,
    )


def _ridge(u, seed):
    """A skyline about -1…1: sharp at the crests, rolling below."""
    total, amplitude = np.zeros_like(u), 1.0
    for octave in range(9):
        line = spectral((1, 256), 0.6, 100 + seed * 10 + octave)
        part = lookup(line, u * 2**octave / 44, np.zeros_like(u))
        total += amplitude * (0.6 - np.abs(part) if octave < 3 else part * 0.5)
        amplitude *= 0.47
    return total


def _trees(width, seed, size):
    """Conifer tops along a crest, in parts of the picture's height."""
    generator = np.random.default_rng(400 + seed)
    x = np.arange(width, dtype=F) / width
    top = np.zeros(width, F)
    for _ in range(int(5.0 / size)):
        middle, tall = generator.random(), size * (0.35 + 1.1 * generator.random() ** 2)
        half = tall * 0.16
        a, b = np.searchsorted(x, [middle - half, middle + half])
        shape = np.maximum(1 - np.abs(x[a:b] - middle) / half, 0)
        top[a:b] = np.maximum(top[a:b], tall * shape**1.4)
    return top
