#ifndef CRESAMPLE_SPLIT_H
#define CRESAMPLE_SPLIT_H

#include "CResample.h"

/// Splits `count` pixels of `channels` bytes (1 to 4) into planes of 16-bit samples, `stride` samples apart.
/// Needed because Swift's checks keep the loops from being vectorized, and every pixel of a picture goes through here.
void CResample_split_pixels(
    CResample_level level, const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count);

/// Does the same for pixels whose last byte is straight alpha (2 or 4 bytes): samples come out premultiplied, and all of
/// them times 128. Every level gives the same numbers.
void CResample_split_premultiplied(
    CResample_level level, const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count);

#endif
