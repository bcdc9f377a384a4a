"""A pinhole camera and the ways it sees a landscape."""

from dataclasses import dataclass

import numpy as np

from .noise import F, lookup


@dataclass
class Camera:
    """Stands `height` metres above zero and looks along +z, x to the right; no tilt, the horizon is shifted instead."""

    width: int
    rows: int
    fov: float = 50.0
    """Horizontal angle of view, degrees."""
    horizon: float = 0.6
    """Where the horizon is, from the top, as a part of the picture's height."""
    height: float = 2.0

    @property
    def focal(self):
        return self.width / 2 / np.tan(np.radians(self.fov / 2))

    @property
    def horizon_row(self):
        return self.horizon * self.rows

    def rise(self):
        """For each row the tangent above the horizon."""
        return ((self.horizon_row - np.arange(self.rows) - 0.5) / self.focal).astype(F)

    def aside(self):
        """For each column the tangent to the right of the axis."""
        return ((np.arange(self.width) + 0.5 - self.width / 2) / self.focal).astype(F)

    def rays(self):
        """Unit directions, rows × columns × 3."""
        ray = np.empty((self.rows, self.width, 3), F)
        ray[..., 0], ray[..., 1], ray[..., 2] = self.aside()[None, :], self.rise()[:, None], 1
        return ray / np.linalg.norm(ray, axis=2, keepdims=True)

    def march(self, ground, near, far, steps=1400):
        """Depth of the first ground each pixel meets (inf: sky). `ground(x, z)` gives metres.

        In every column the tangent to the ground's points rises whenever new ground comes into view; the running
        maximum is therefore sorted, and one search per column answers for all its pixels.
        """
        depth = np.geomspace(near, far, steps).astype(F)
        tangent = (
            ground(depth[:, None] * self.aside()[None, :], np.broadcast_to(depth[:, None], (steps, self.width)))
            - self.height
        ) / depth[:, None]
        seen = np.maximum.accumulate(tangent, axis=0)
        rise = self.rise()
        result = np.full((self.rows, self.width), np.inf, F)
        for column in range(self.width):
            hit = np.searchsorted(seen[:, column], rise)
            inside = hit < steps
            after = hit[inside]
            before = np.maximum(after - 1, 0)
            low, high = tangent[before, column], tangent[after, column]
            part = np.clip((rise[inside] - low) / np.maximum(high - low, 1e-9), 0, 1)
            result[inside, column] = depth[before] + (depth[after] - depth[before]) * part
        return result


class HeightMap:
    """A square of ground that tiles (or is never left), with slopes, and shadows from a sun towards +x."""

    def __init__(self, heights, extent, sun_tangent=None, origin=(0.0, 0.0), softness=0.02):
        """`heights` in metres; `extent` metres a side; `origin` is where map (0, 0) lies in the world (x, z)."""
        self.extent, self.origin = extent, origin
        cell = extent / heights.shape[0]
        along_z, along_x = np.gradient(heights, cell)
        layers = [heights, along_x, along_z]
        if sun_tangent is not None:
            climb = np.arange(heights.shape[1])[None, :] * cell * sun_tangent
            wall = np.maximum.accumulate((heights - climb)[:, ::-1], axis=1)[:, ::-1] + climb
            depth = np.roll(wall, -1, axis=1) - heights
            layers.append(np.clip(1 - depth / (softness * extent * sun_tangent), 0, 1))
        self.layers = np.stack(layers, axis=-1).astype(F)

    def _uv(self, x, z):
        return (x - self.origin[0]) / self.extent, (z - self.origin[1]) / self.extent

    def height(self, x, z):
        return lookup(self.layers[..., 0], *self._uv(x, z))

    def surface(self, x, z):
        """Height, slope along x, slope along z (and light, if there is a sun), last axis."""
        return lookup(self.layers, *self._uv(x, z))


def normal(slope_x, slope_z):
    n = np.stack([-slope_x, np.ones_like(slope_x), -slope_z], axis=-1)
    return n / np.linalg.norm(n, axis=-1, keepdims=True)


def unit(*v):
    v = np.array(v, F)
    return v / np.linalg.norm(v)


def sun_direction(azimuth, elevation):
    """Azimuth in degrees to the right of the camera's axis, elevation above the horizon."""
    a, e = np.radians(azimuth), np.radians(elevation)
    return unit(np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e))
