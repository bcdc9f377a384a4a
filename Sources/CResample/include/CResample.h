#ifndef CRESAMPLE_H
#define CRESAMPLE_H

#include <stddef.h>
#include <stdint.h>

/// The instruction sets the kernels are written for. Every one gives the same bits.
typedef enum CResample_level {
    CResample_portable = 0,
    CResample_avx2 = 1,
} CResample_level;

/// The fastest level this machine runs.
/// Needed because Swift can neither ask for one function's instruction set nor test for it at run time.
CResample_level CResample_best_level(void);

/// Filters one row of samples into `columns` samples: out[x] = round(sum(row[starts[x] + k] * weights[x * taps + k]) >> shift), saturated.
/// `taps` is a multiple of 8; `row` must be readable up to the largest start plus `taps`.
/// Needed because Swift's SIMD types have no 16-bit multiply-and-add-pairs, which halves the work.
void CResample_filter_columns(
    CResample_level level, const int16_t *row, int16_t *out, size_t columns, const uint32_t *starts, const int16_t *weights,
    size_t taps, int shift);

/// Blends `taps` rows of a ring of `capacity` rows, each `columns` samples long, beginning with row `first`:
/// out[x] = round(sum(ring[(first + k) % capacity][x] * weights[k]) >> 14), saturated.
/// Needed for the same reason as `CResample_filter_columns`.
void CResample_filter_rows(
    CResample_level level, const int16_t *ring, size_t capacity, size_t first, const int16_t *weights, size_t taps, int16_t *out,
    size_t columns);

/// Copies `count` bytes into 16-bit samples.
/// Needed because the kernels take 16-bit samples and the copy is worth doing 16 at a time.
void CResample_widen_samples(CResample_level level, const uint8_t *in, int16_t *out, size_t count);

/// What the planes that `CResample_pack_pixels` joins mean.
typedef enum CResample_model {
    CResample_gray,
    CResample_rgb,
    /// Luma and chroma of JFIF.
    CResample_ycc,
    /// Inks, 255 for none.
    CResample_cmyk,
    /// Inks of which the first three are luma and chroma.
    CResample_ycck,
} CResample_model;

/// Joins planes of `count` samples with 6 fractional bits, one after the other, to four bytes a pixel: RGBA, opaque, or the four inks.
/// Needed because the compiler vectorises these loops for AVX2 in C, where Swift has no per-function instruction sets.
void CResample_pack_pixels(CResample_level level, CResample_model model, const int16_t *planes, uint8_t *out, size_t count);

#include "CResampleFilter.h"
#include "CResampleSplit.h"

#endif
