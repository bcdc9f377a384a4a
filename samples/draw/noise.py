"""Seeded noise: the raw material of hills, clouds, water and grain."""

import numpy as np

F = np.float32


def random(seed):
    """A generator of its own for each use, so that one picture never disturbs another."""
    return np.random.default_rng(seed)


def spectral(shape, beta, seed, low=0.0, stretch=1.0):
    """Tileable Gaussian noise with power falling as 1/f^beta, mean 0, deviation 1.

    `low` removes everything slower than that many cycles a tile; `stretch` > 1 draws features out along x.
    """
    height, width = shape
    fy = np.fft.fftfreq(height)[:, None] * max(shape)
    fx = np.fft.rfftfreq(width)[None, :] * max(shape) * stretch
    f = np.hypot(fx, fy)
    f[0, 0] = 1
    gain = f ** (-beta / 2)
    gain[f < low] = 0
    gain[0, 0] = 0
    field = np.fft.irfft2(np.fft.rfft2(random(seed).standard_normal(shape)) * gain, s=shape)
    return (field / field.std()).astype(F)


def spectral3(shape, beta, seed):
    """`spectral` in three dimensions (cells are cubes, whatever the shape)."""
    axes = [np.fft.fftfreq(n) for n in shape[:2]] + [np.fft.rfftfreq(shape[2])]
    f = np.sqrt(axes[0][:, None, None] ** 2 + axes[1][None, :, None] ** 2 + axes[2][None, None, :] ** 2)
    f[0, 0, 0] = 1
    gain = f ** (-beta / 2)
    gain[0, 0, 0] = 0
    noise = random(seed).standard_normal(shape).astype(F)
    field = np.fft.irfftn(np.fft.rfftn(noise) * gain, s=shape)
    return (field / field.std()).astype(F)


def lookup(texture, u, v):
    """Bilinear lookup in a texture that tiles; `u` runs along columns and `v` along rows, one tile per unit.

    The texture's sides must be powers of two: wrapping is then a mask.
    """
    rows, columns = texture.shape[:2]
    x = np.asarray(u * columns, F)
    y = np.asarray(v * rows, F)
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = x - x0, y - y0
    x0, y0 = x0.astype(np.int32), y0.astype(np.int32)
    x1, y1 = (x0 + 1) & (columns - 1), ((y0 + 1) & (rows - 1)) * columns
    x0, y0 = x0 & (columns - 1), (y0 & (rows - 1)) * columns
    if texture.ndim == 3:
        fx, fy = fx[..., None], fy[..., None]
    flat = texture.reshape(rows * columns, *texture.shape[2:])
    top = np.take(flat, y0 + x0, axis=0)
    top += (np.take(flat, y0 + x1, axis=0) - top) * fx
    bottom = np.take(flat, y1 + x0, axis=0)
    bottom += (np.take(flat, y1 + x1, axis=0) - bottom) * fx
    return top + (bottom - top) * fy


def gradient_noise(x, y, seed):
    """Perlin's gradient noise with its two derivatives, about -1…1."""
    table = random(seed).random((256, 256)) * 2 * np.pi
    gx, gy = np.cos(table).astype(F), np.sin(table).astype(F)
    x0, y0 = np.floor(x), np.floor(y)
    fx, fy = (x - x0).astype(F), (y - y0).astype(F)
    ix, iy = x0.astype(np.int64) % 256, y0.astype(np.int64) % 256
    jx, jy = (ix + 1) % 256, (iy + 1) % 256

    def corner(cx, cy, dx, dy):
        return gx[cy, cx], gy[cy, cx], gx[cy, cx] * dx + gy[cy, cx] * dy

    ax, ay, a = corner(ix, iy, fx, fy)
    bx, by, b = corner(jx, iy, fx - 1, fy)
    cx, cy, c = corner(ix, jy, fx, fy - 1)
    dx, dy, d = corner(jx, jy, fx - 1, fy - 1)
    u, v = fx**3 * (fx * (fx * 6 - 15) + 10), fy**3 * (fy * (fy * 6 - 15) + 10)
    du, dv = 30 * fx**2 * (fx - 1) ** 2, 30 * fy**2 * (fy - 1) ** 2
    k = a - b - c + d
    value = a + u * (b - a) + v * (c - a) + u * v * k
    slope_x = ax + u * (bx - ax) + v * (cx - ax) + u * v * (ax - bx - cx + dx) + du * (b - a + v * k)
    slope_y = ay + u * (by - ay) + v * (cy - ay) + u * v * (ay - by - cy + dy) + dv * (c - a + u * k)
    return value * 1.5, slope_x * 1.5, slope_y * 1.5


def eroded(x, y, seed, octaves=9, damping=1.0, ridged=0.0):
    """Fractal noise whose fine octaves fade on steep ground, as weather leaves it; `ridged` sharpens crests."""
    total = np.zeros(np.broadcast(x, y).shape, F)
    slope_x, slope_y = np.zeros_like(total), np.zeros_like(total)
    amplitude, frequency = 1.0, 1.0
    for octave in range(octaves):
        angle = 0.6 + octave * 2.1
        c, s = np.cos(angle), np.sin(angle)
        n, nx, ny = gradient_noise(
            (x * c - y * s) * frequency + octave * 17.3, (x * s + y * c) * frequency, seed + octave
        )
        if ridged:
            # The slopes stay those of the smooth noise: a jump at the crest would tear cliffs into the fine octaves.
            n = (1 - ridged) * n + ridged * (0.6 - 1.6 * np.sqrt(n * n + 0.002))
        slope_x += nx * c + ny * s
        slope_y += ny * c - nx * s
        total += amplitude * n / (1 + damping * (slope_x**2 + slope_y**2))
        amplitude *= 0.5
        frequency *= 1.98
    return total


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return a + (b - a) * t
