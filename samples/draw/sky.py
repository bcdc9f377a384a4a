"""The sky: air that scatters sunlight, clouds, stars."""

import numpy as np

from .noise import F, spectral3

PLANET, AIR = 6_371e3, 60e3
RAYLEIGH = np.array([5.8e-6, 13.5e-6, 33.1e-6], F)
OZONE = np.array([0.65e-6, 1.88e-6, 0.085e-6], F)


def _leave(height, cosine, radius):
    """Distance from `height` above the ground to a sphere of `radius`."""
    r = PLANET + height
    return -r * cosine + np.sqrt(np.maximum((r * cosine) ** 2 - r * r + radius**2, 0))


def _depths(height, cosine, samples=24):
    """Optical depths (Rayleigh, Mie, ozone) from a height to the edge of the air."""
    length = _leave(height, cosine, PLANET + AIR)
    r = PLANET + height
    total_r, total_m, total_o = 0.0, 0.0, 0.0
    for k in range(samples):
        # Samples crowd near the start, where the air is thick.
        a, b = (k / samples) ** 2, ((k + 1) / samples) ** 2
        t = length * (a + b) / 2
        h = np.maximum(np.sqrt(r * r + t * t + 2 * r * t * cosine) - PLANET, -2e3)
        step = length * (b - a)
        total_r = total_r + np.exp(-h / 8000) * step
        total_m = total_m + np.exp(-h / 1200) * step
        total_o = total_o + np.maximum(0, 1 - np.abs(h - 25e3) / 15e3) * step
    return total_r, total_m, total_o


def _through(depths, haze):
    r, m, o = depths
    return np.exp(-(r[..., None] * RAYLEIGH + m[..., None] * haze * 1.1 + o[..., None] * OZONE))


def sunlight(sun, haze=4e-6, height=0.0):
    """Colour and strength of the sun's light on the ground (1 above the air)."""
    return _through(_depths(np.array(height, F), np.array(float(sun[1]), F)), haze).astype(F)


def air(rays, sun, haze=4e-6, g=0.76, samples=24, strength=20.0):
    """Radiance of clear sky by single scattering, plus a soft term for the light that scatters again.

    `haze` is Mie scattering per metre at the ground: 2e-6 mountain air, 2e-5 a dusty evening.
    Computed on a coarse grid; skies are smooth.
    """
    coarse = _shrink(rays)
    up = np.maximum(coarse[..., 1], 0.0)
    angle = coarse @ sun
    start = 200.0
    length = _leave(start, up, PLANET + AIR)
    r = PLANET + start
    sum_r = np.zeros(coarse.shape, F)
    sum_m = np.zeros(coarse.shape, F)
    passed = [np.zeros(up.shape, F) for _ in range(3)]
    for k in range(samples):
        a, b = (k / samples) ** 2, ((k + 1) / samples) ** 2
        t, step = length * (a + b) / 2, length * (b - a)
        h = np.sqrt(r * r + t * t + 2 * r * t * up) - PLANET
        rho = np.exp(-h / 8000), np.exp(-h / 1200), np.maximum(0, 1 - np.abs(h - 25e3) / 15e3)
        passed = [p + d * step / 2 for p, d in zip(passed, rho)]
        # The sun's height over the local horizon at the sample, which lies some degrees around the planet.
        cosine = (r * sun[1] + t * angle) / (PLANET + h)
        dip = -np.sqrt(np.maximum(1 - (PLANET / (PLANET + h)) ** 2, 0))
        day = 1 / (1 + np.exp(-np.clip((cosine - dip) * 260, -40, 40)))
        light = _through(_depths(h, np.maximum(cosine, dip), 10), haze) * day[..., None]
        both = light * _through(passed, haze)
        sum_r += both * (rho[0] * step)[..., None]
        sum_m += both * (rho[1] * step)[..., None]
        passed = [p + d * step / 2 for p, d in zip(passed, rho)]
    phase_r = 3 / (16 * np.pi) * (1 + angle**2)
    phase_m = 3 / (8 * np.pi) * (1 - g * g) * (1 + angle**2) / ((2 + g * g) * (1 + g * g - 2 * g * angle) ** 1.5)
    again = 1 / (4 * np.pi)
    sky = RAYLEIGH * sum_r * (phase_r + 0.35 * again)[..., None] + haze * sum_m * (phase_m + 0.35 * again)[..., None]
    return _grow(sky * strength, rays.shape[:2])


def _shrink(rays, step=8):
    rows = np.linspace(0, rays.shape[0] - 1, rays.shape[0] // step + 2).round().astype(int)
    columns = np.linspace(0, rays.shape[1] - 1, rays.shape[1] // step + 2).round().astype(int)
    return rays[rows][:, columns]


def _grow(image, shape):
    """Linear enlargement to `shape`, corners on corners."""
    for axis in (0, 1):
        position = np.linspace(0, image.shape[axis] - 1, shape[axis])
        low = np.minimum(position.astype(int), image.shape[axis] - 2)
        part = (position - low).astype(F)
        part = part[:, None, None] if axis == 0 else part[None, :, None]
        image = np.take(image, low, axis) * (1 - part) + np.take(image, low + 1, axis) * part
    return image.astype(F)


def sun_disc(rays, sun, radius=0.0075, strength=60.0):
    """The sun itself, larger than life as long lenses show it, with a soft rim (add, times sunlight)."""
    angle = np.arccos(np.clip(rays @ sun, -1, 1))
    return (strength / (1 + np.exp(np.clip((angle - radius) / (radius * 0.06), -40, 40))))[..., None].astype(F)


class Clouds:
    """A layer of clouds as a volume that tiles, lit from one direction with a precomputed shadow."""

    def __init__(self, seed, sun, cover=0.0, beta=3.4, shape=(48, 192, 192), density=1.0, profile=None, detail=0.5):
        """`cover` is the threshold in deviations (higher: fewer clouds); `profile` weighs the levels, bottom first."""
        base = spectral3(shape, beta + 0.6, seed)
        fine = spectral3(shape, 2.2, seed + 1)
        level = np.linspace(0, 1, shape[0], dtype=F)
        if profile is None:
            profile = np.minimum(level / 0.12, 1) * (1 - level) ** 0.6
        body = np.maximum(base + 0.5 * (np.asarray(profile, F)[:, None, None] * 2 - 1.4) - cover, 0)
        body = np.maximum(body - detail * 0.22 * np.abs(fine) * (body < 1.2), 0)
        body = np.minimum(body * 1.6, 1.5) * density
        shade = np.zeros(shape, F)
        steps = max(abs(sun))
        for k in range(1, 25):
            shift = np.round(np.array([sun[1], sun[2], sun[0]]) / steps * k * 1.6).astype(int)
            moved = np.roll(body, (-shift[1], -shift[2]), axis=(1, 2))
            if shift[0] > 0:
                lifted = np.zeros_like(moved)
                lifted[: -shift[0]] = moved[shift[0] :] if shift[0] < shape[0] else 0
                moved = lifted
            shade += moved
        self.volume = (body + 1j * np.exp(-shade * 0.28)).astype(np.complex64)
        self.sun = sun

    def see(
        self,
        rays,
        base=1400.0,
        top=3200.0,
        scale=14000.0,
        steps=56,
        thickness=0.011,
        offset=(0.0, 0.0),
        seed=5,
        far=60e3,
    ):
        """Returns (sunlit, opacity, distance) for rays that look up; both 0 below the horizon."""
        flat = rays.reshape(-1, 3)
        up = np.flatnonzero(flat[:, 1] > 0.012)
        ray = flat[up]
        near, end = base / ray[:, 1], np.minimum(top / ray[:, 1], base / ray[:, 1] + 14000)
        jitter = random_offset(len(up), seed)
        lit = np.zeros(len(up), F)
        clear = np.ones(len(up), F)
        reach = np.zeros(len(up), F)
        step = (end - near) / steps
        for k in range(steps):
            t = near + (k + jitter) * step
            x, y, z = ray[:, 0] * t + offset[0], ray[:, 1] * t, ray[:, 2] * t + offset[1]
            cell = self._cell((y - base) / (top - base), z / scale, x / scale)
            body = cell.real
            gone = 1 - np.exp(-body * step * thickness)
            lit += clear * gone * cell.imag
            reach += clear * gone * t
            clear *= 1 - gone
        opacity = 1 - clear
        fade = np.exp(-np.maximum(near - far * 0.3, 0) / far)
        shape = rays.shape[:2]
        out = [np.zeros(shape[0] * shape[1], F) for _ in range(3)]
        out[0][up] = lit / np.maximum(opacity, 1e-4)
        out[1][up] = opacity * fade
        out[2][up] = reach / np.maximum(opacity, 1e-4)
        return [o.reshape(shape) for o in out]

    def _cell(self, level, v, u):
        depth, rows, columns = self.volume.shape
        l = np.clip(level, 0, 1) * (depth - 1)
        y, x = v * rows, u * columns
        l0, y0, x0 = np.floor(l).astype(np.int32), np.floor(y).astype(np.int32), np.floor(x).astype(np.int32)
        fl, fy, fx = (l - l0).astype(F), (y - y0).astype(F), (x - x0).astype(F)
        l1, y1, x1 = np.minimum(l0 + 1, depth - 1), (y0 + 1) % rows, (x0 + 1) % columns
        y0, x0 = y0 % rows, x0 % columns
        flat = self.volume.ravel()

        def at(a, b, c):
            return flat[(a * rows + b) * columns + c]

        low = (at(l0, y0, x0) * (1 - fx) + at(l0, y0, x1) * fx) * (1 - fy) + (
            at(l0, y1, x0) * (1 - fx) + at(l0, y1, x1) * fx
        ) * fy
        high = (at(l1, y0, x0) * (1 - fx) + at(l1, y0, x1) * fx) * (1 - fy) + (
            at(l1, y1, x0) * (1 - fx) + at(l1, y1, x1) * fx
        ) * fy
        return low * (1 - fl) + high * fl


def random_offset(count, seed):
    return np.random.default_rng(seed).random(count).astype(F)


def henyey(cosine, g):
    """How much light goes on by that angle when droplets scatter it (1 on average)."""
    return (1 - g * g) / (1 + g * g - 2 * g * cosine) ** 1.5
