"""From light to a picture: lens, film and paper."""

import numpy as np
from PIL import Image

from .noise import F, random


def blur(image, sigma):
    """Gaussian blur with mirrored borders, through the frequency domain; `sigma` in pixels."""
    if sigma <= 0:
        return image
    pad = int(min(max(4, 3 * sigma), min(image.shape[:2]) - 1))
    widths = [(pad, pad), (pad, pad)] + [(0, 0)] * (image.ndim - 2)
    big = np.pad(image, widths, mode="reflect")
    fy = np.fft.fftfreq(big.shape[0])[:, None]
    fx = np.fft.rfftfreq(big.shape[1])[None, :]
    gain = np.exp(-2 * (np.pi * sigma) ** 2 * (fx**2 + fy**2))
    if image.ndim == 3:
        gain = gain[..., None]
    out = np.fft.irfft2(np.fft.rfft2(big, axes=(0, 1)) * gain, s=big.shape[:2], axes=(0, 1))
    return out[pad:-pad, pad:-pad].astype(F)


def disc_blur(image, radius, blades=0, turn=0.3):
    """Blur with the shape of an iris: a disc, or a polygon of `blades` sides. Highlights become bokeh."""
    if radius < 0.6:
        return image
    reach = int(np.ceil(radius)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(F)
    distance = np.hypot(x, y)
    if blades:
        sector = np.pi / blades
        angle = (np.arctan2(y, x) + turn) % (2 * sector) - sector
        distance = distance * np.cos(angle) / np.cos(sector) * 0.97
    kernel = np.clip(radius - distance + 0.5, 0, 1) * (0.85 + 0.3 * np.clip(distance / radius, 0, 1) ** 3)
    kernel /= kernel.sum()
    pad = min(reach, min(image.shape[:2]) - 1)
    big = np.pad(image, [(pad, pad), (pad, pad), (0, 0)], mode="reflect")
    transfer = np.zeros(big.shape[:2], F)
    transfer[: kernel.shape[0], : kernel.shape[1]] = kernel
    transfer = np.roll(transfer, (-reach, -reach), axis=(0, 1))
    out = np.fft.irfft2(
        np.fft.rfft2(big, axes=(0, 1)) * np.fft.rfft2(transfer)[..., None], s=big.shape[:2], axes=(0, 1)
    )
    return np.maximum(out[pad:-pad, pad:-pad], 0).astype(F)


def develop(
    light,
    exposure=1.0,
    bloom=0.06,
    contrast=1.0,
    saturation=1.0,
    vignette=0.25,
    grain=0.012,
    shadows=(1.0, 1.0, 1.0),
    highlights=(1.0, 1.0, 1.0),
    seed=1,
):
    """Linear light to an 8-bit sRGB picture: halation, vignette, filmic curve, split toning, grain."""
    rows, width = light.shape[:2]
    light = np.maximum(light, 0) * exposure
    if bloom:
        bright = np.minimum(light, 12)
        light = light * (1 - bloom) + bloom * 0.5 * (blur(bright, width / 150) + blur(bright, width / 28))
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : width * 1j]
    light = np.maximum(light, 0) * (1 - vignette * np.clip((x * x + y * y) / 2, 0, 1) ** 1.2)[..., None]
    # Narkowicz's fit of the ACES curve, with a little bleeding between channels so that bright colours turn pale.
    luma = light @ np.array([0.2126, 0.7152, 0.0722], F)
    light = light * 0.94 + luma[..., None] * 0.06
    shown = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
    shown = np.clip(shown, 0, 1)
    encoded = np.where(shown <= 0.0031308, shown * 12.92, 1.055 * np.maximum(shown, 1e-6) ** (1 / 2.4) - 0.055)
    gray = (encoded @ np.array([0.299, 0.587, 0.114], F))[..., None]
    encoded = gray + (encoded - gray) * saturation
    tone = np.array(shadows, F) * (1 - gray) + np.array(highlights, F) * gray
    encoded = encoded * tone
    if contrast != 1:
        curve = encoded * encoded * (3 - 2 * encoded)
        encoded = encoded + (curve - encoded) * (contrast - 1)
    if grain:
        size = 0.45 * width / 1024
        clumps = blur(random(seed).standard_normal((rows, width)).astype(F), size)
        clumps /= clumps.std()
        encoded = encoded + (grain * clumps * (0.35 + 2.6 * gray[..., 0] * (1 - gray[..., 0])))[..., None]
    # A little noise before rounding keeps smooth skies free of bands.
    encoded = encoded + (random(seed + 2).random(encoded.shape).astype(F) - 0.5) / 255
    return Image.fromarray((np.clip(encoded, 0, 1) * 255 + 0.5).astype(np.uint8), "RGB")
