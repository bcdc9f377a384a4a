#ifndef CRESAMPLE_FILTER_H
#define CRESAMPLE_FILTER_H

#include "CResample.h"

/// How many filters `CResample_filter_png` tries: Sub, Up, Average, Paeth.
#define CResample_png_filters 4

/// Writes the differences of `count` bytes after each of PNG's filters, `count` bytes each, one after the other, and the
/// sums of their absolute values. `row` and `above` begin with `channels` bytes that stand to the left of the row.
/// Needed because Swift's checks keep the loops from being vectorized, and every byte of a PNG goes through four of them.
void CResample_filter_png(
    CResample_level level, const uint8_t *row, const uint8_t *above, size_t channels, size_t count, uint8_t *out, uint64_t *sums);

/// Copies `count` pixels without their alpha: three bytes for four.
/// Needed for the same reason.
void CResample_drop_alpha(const uint8_t *pixels, uint8_t *out, size_t count);

/// How many of `count` pixels of four bytes equal the one before them.
/// Needed for the same reason.
size_t CResample_count_repeats(const uint8_t *pixels, size_t count);

#endif
