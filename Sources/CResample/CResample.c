#include "CResample.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define CRESAMPLE_X86 1
#endif

CResample_level CResample_best_level(void) {
#if CRESAMPLE_X86
    if (__builtin_cpu_supports("avx2")) return CResample_avx2;
#endif
    return CResample_portable;
}

static inline int16_t saturated(int32_t value) {
    return value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : (int16_t)value;
}

static void filter_columns_portable(
    const int16_t *row, int16_t *out, size_t columns, const uint32_t *starts, const int16_t *weights, size_t taps, int shift) {
    const int32_t half = 1 << (shift - 1);
    for (size_t x = 0; x < columns; x++, weights += taps) {
        const int16_t *samples = row + starts[x];
        int32_t sum = 0;
        for (size_t k = 0; k < taps; k++) sum += (int32_t)samples[k] * weights[k];
        out[x] = saturated((sum + half) >> shift);
    }
}

static void filter_rows_portable(
    const int16_t *ring, size_t capacity, size_t first, const int16_t *weights, size_t taps, int16_t *out, size_t columns,
    size_t from) {
    for (size_t x = from; x < columns; x++) {
        int32_t sum = 1 << 13;
        size_t row = first;
        for (size_t k = 0; k < taps; k++) {
            sum += (int32_t)ring[row * columns + x] * weights[k];
            row = row + 1 == capacity ? 0 : row + 1;
        }
        out[x] = saturated(sum >> 14);
    }
}

#if CRESAMPLE_X86

// The products of one target sample's weights, summed to four partial sums.
__attribute__((target("avx2"), always_inline)) static inline __m128i products_avx2(
    const int16_t *samples, const int16_t *weights, size_t taps) {
    __m128i sum = _mm_setzero_si128();
    size_t k = 0;
    if (taps >= 16) {
        __m256i wide = _mm256_setzero_si256();
        for (; k + 16 <= taps; k += 16) {
            __m256i s = _mm256_loadu_si256((const __m256i *)(samples + k));
            wide = _mm256_add_epi32(wide, _mm256_madd_epi16(s, _mm256_loadu_si256((const __m256i *)(weights + k))));
        }
        sum = _mm_add_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    }
    if (k < taps) {
        __m128i s = _mm_loadu_si128((const __m128i *)(samples + k));
        sum = _mm_add_epi32(sum, _mm_madd_epi16(s, _mm_loadu_si128((const __m128i *)(weights + k))));
    }
    return sum;
}

__attribute__((target("avx2"))) static void filter_columns_avx2(
    const int16_t *row, int16_t *out, size_t columns, const uint32_t *starts, const int16_t *weights, size_t taps, int shift) {
    const __m128i half = _mm_set1_epi32(1 << (shift - 1));
    const __m128i count = _mm_cvtsi32_si128(shift);
    size_t x = 0;
    // Four target samples at a time share the work of adding up their partial sums.
    for (; x + 4 <= columns; x += 4) {
        __m128i a = products_avx2(row + starts[x], weights + x * taps, taps);
        __m128i b = products_avx2(row + starts[x + 1], weights + (x + 1) * taps, taps);
        __m128i c = products_avx2(row + starts[x + 2], weights + (x + 2) * taps, taps);
        __m128i d = products_avx2(row + starts[x + 3], weights + (x + 3) * taps, taps);
        __m128i sums = _mm_hadd_epi32(_mm_hadd_epi32(a, b), _mm_hadd_epi32(c, d));
        sums = _mm_sra_epi32(_mm_add_epi32(sums, half), count);
        _mm_storel_epi64((__m128i *)(out + x), _mm_packs_epi32(sums, sums));
    }
    filter_columns_portable(row, out + x, columns - x, starts + x, weights + x * taps, taps, shift);
}

__attribute__((target("avx2"))) static void filter_rows_avx2(
    const int16_t *ring, size_t capacity, size_t first, const int16_t *weights, size_t taps, int16_t *out, size_t columns) {
    size_t x = 0;
    for (; x + 16 <= columns; x += 16) {
        __m256i low = _mm256_set1_epi32(1 << 13), high = low;
        size_t row = first, k = 0;
        for (; k < taps; k += 2) {
            __m256i a = _mm256_loadu_si256((const __m256i *)(ring + row * columns + x));
            row = row + 1 == capacity ? 0 : row + 1;
            __m256i b = _mm256_setzero_si256();
            uint32_t pair = (uint16_t)weights[k];
            if (k + 1 < taps) {
                b = _mm256_loadu_si256((const __m256i *)(ring + row * columns + x));
                row = row + 1 == capacity ? 0 : row + 1;
                pair |= (uint32_t)(uint16_t)weights[k + 1] << 16;
            }
            __m256i w = _mm256_set1_epi32((int32_t)pair);
            low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), w));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), w));
        }
        __m256i packed = _mm256_packs_epi32(_mm256_srai_epi32(low, 14), _mm256_srai_epi32(high, 14));
        _mm256_storeu_si256((__m256i *)(out + x), packed);
    }
    filter_rows_portable(ring, capacity, first, weights, taps, out, columns, x);
}

#endif

void CResample_filter_columns(
    CResample_level level, const int16_t *row, int16_t *out, size_t columns, const uint32_t *starts, const int16_t *weights,
    size_t taps, int shift) {
#if CRESAMPLE_X86
    if (level == CResample_avx2) {
        filter_columns_avx2(row, out, columns, starts, weights, taps, shift);
        return;
    }
#endif
    (void)level;
    filter_columns_portable(row, out, columns, starts, weights, taps, shift);
}

void CResample_filter_rows(
    CResample_level level, const int16_t *ring, size_t capacity, size_t first, const int16_t *weights, size_t taps, int16_t *out,
    size_t columns) {
#if CRESAMPLE_X86
    if (level == CResample_avx2) {
        filter_rows_avx2(ring, capacity, first, weights, taps, out, columns);
        return;
    }
#endif
    (void)level;
    filter_rows_portable(ring, capacity, first, weights, taps, out, columns, 0);
}

static inline __attribute__((always_inline)) void widen(const uint8_t *restrict in, int16_t *restrict out, size_t count) {
    for (size_t x = 0; x < count; x++) out[x] = in[x];
}

static inline uint8_t byte_of(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

static inline uint8_t rounded(int32_t sample) { return byte_of((sample + 32) >> 6); }

// JFIF's equations with 14 fractional bits; samples have 6.
static inline __attribute__((always_inline)) void light_of(
    int32_t luma, int32_t blue, int32_t red, uint8_t *r, uint8_t *g, uint8_t *b) {
    const int32_t half = 1 << 19;
    int32_t base = luma * 16384 + half;
    blue -= 128 << 6;
    red -= 128 << 6;
    *r = byte_of((base + 22970 * red) >> 20);
    *g = byte_of((base - 5638 * blue - 11700 * red) >> 20);
    *b = byte_of((base + 29032 * blue) >> 20);
}

static inline __attribute__((always_inline)) void pack(
    CResample_model model, const int16_t *restrict planes, uint8_t *restrict out, size_t count) {
    const int16_t *first = planes, *second = planes + count, *third = second + count, *fourth = third + count;
    switch (model) {
    case CResample_gray:
        for (size_t x = 0; x < count; x++, out += 4) {
            out[0] = out[1] = out[2] = rounded(first[x]);
            out[3] = 255;
        }
        break;
    case CResample_rgb:
        for (size_t x = 0; x < count; x++, out += 4) {
            out[0] = rounded(first[x]);
            out[1] = rounded(second[x]);
            out[2] = rounded(third[x]);
            out[3] = 255;
        }
        break;
    case CResample_ycc:
        for (size_t x = 0; x < count; x++, out += 4) {
            light_of(first[x], second[x], third[x], out, out + 1, out + 2);
            out[3] = 255;
        }
        break;
    case CResample_cmyk:
        for (size_t x = 0; x < count; x++, out += 4) {
            out[0] = rounded(first[x]);
            out[1] = rounded(second[x]);
            out[2] = rounded(third[x]);
            out[3] = rounded(fourth[x]);
        }
        break;
    case CResample_ycck:
        for (size_t x = 0; x < count; x++, out += 4) {
            uint8_t red, green, blue;
            light_of(first[x], second[x], third[x], &red, &green, &blue);
            out[0] = 255 - red;
            out[1] = 255 - green;
            out[2] = 255 - blue;
            out[3] = rounded(fourth[x]);
        }
        break;
    }
}

#if CRESAMPLE_X86

__attribute__((target("avx2"))) static void widen_avx2(const uint8_t *in, int16_t *out, size_t count) {
    widen(in, out, count);
}

__attribute__((target("avx2"))) static void pack_avx2(
    CResample_model model, const int16_t *planes, uint8_t *out, size_t count) {
    pack(model, planes, out, count);
}

#endif

void CResample_widen_samples(CResample_level level, const uint8_t *in, int16_t *out, size_t count) {
#if CRESAMPLE_X86
    if (level == CResample_avx2) {
        widen_avx2(in, out, count);
        return;
    }
#endif
    (void)level;
    widen(in, out, count);
}

void CResample_pack_pixels(
    CResample_level level, CResample_model model, const int16_t *planes, uint8_t *out, size_t count) {
#if CRESAMPLE_X86
    if (level == CResample_avx2) {
        pack_avx2(model, planes, out, count);
        return;
    }
#endif
    (void)level;
    pack(model, planes, out, count);
}
