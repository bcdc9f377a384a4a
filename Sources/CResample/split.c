#include "CResampleSplit.h"

#define INLINE static inline __attribute__((always_inline))

// `channels` is constant wherever this is called, so that the loops have a fixed stride.
INLINE void split_constant(
    const uint8_t *restrict pixels, size_t channels, int16_t *restrict planes, size_t stride, size_t count) {
    int16_t *restrict first = planes, *restrict second = planes + stride;
    int16_t *restrict third = planes + 2 * stride, *restrict fourth = planes + 3 * stride;
    for (size_t index = 0; index < count; index++) {
        first[index] = pixels[index * channels];
        if (channels > 1) second[index] = pixels[index * channels + 1];
        if (channels > 2) third[index] = pixels[index * channels + 2];
        if (channels > 3) fourth[index] = pixels[index * channels + 3];
    }
}

INLINE void split(const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count) {
    switch (channels) {
    case 1: split_constant(pixels, 1, planes, stride, count); break;
    case 2: split_constant(pixels, 2, planes, stride, count); break;
    case 3: split_constant(pixels, 3, planes, stride, count); break;
    default: split_constant(pixels, 4, planes, stride, count); break;
    }
}

// (sample * alpha * 128 + 127) / 255, rounded down, in 16 bits: half the product, and a 510th of what that leaves.
INLINE int16_t premultiplied(uint16_t sample, uint16_t alpha) {
    uint16_t product = (uint16_t)(sample * alpha);
    uint16_t rest = (uint16_t)((uint16_t)(product + 254 + (product & 1) * 255) >> 1);
    uint16_t quotient = (uint16_t)((uint16_t)(rest + 1 + (rest >> 8)) >> 8);
    return (int16_t)((product >> 1) + quotient);
}

INLINE void premultiply(const uint8_t *restrict pixels, size_t channels, int16_t *restrict planes, size_t stride, size_t count) {
    int16_t *restrict first = planes, *restrict second = planes + stride;
    int16_t *restrict third = planes + 2 * stride, *restrict fourth = planes + 3 * stride;
    if (channels == 2) {
        for (size_t index = 0; index < count; index++) {
            uint16_t alpha = pixels[index * 2 + 1];
            first[index] = premultiplied(pixels[index * 2], alpha);
            second[index] = (int16_t)(alpha * 128);
        }
        return;
    }
    for (size_t index = 0; index < count; index++) {
        uint16_t alpha = pixels[index * 4 + 3];
        first[index] = premultiplied(pixels[index * 4], alpha);
        second[index] = premultiplied(pixels[index * 4 + 1], alpha);
        third[index] = premultiplied(pixels[index * 4 + 2], alpha);
        fourth[index] = (int16_t)(alpha * 128);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void split_avx2(
    const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count) {
    split(pixels, channels, planes, stride, count);
}

__attribute__((target("avx2"))) static void premultiply_avx2(
    const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count) {
    premultiply(pixels, channels, planes, stride, count);
}
#endif

void CResample_split_pixels(
    CResample_level level, const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count) {
#if defined(__x86_64__)
    if (level == CResample_avx2) {
        split_avx2(pixels, channels, planes, stride, count);
        return;
    }
#endif
    (void)level;
    split(pixels, channels, planes, stride, count);
}

void CResample_split_premultiplied(
    CResample_level level, const uint8_t *pixels, size_t channels, int16_t *planes, size_t stride, size_t count) {
#if defined(__x86_64__)
    if (level == CResample_avx2) {
        premultiply_avx2(pixels, channels, planes, stride, count);
        return;
    }
#endif
    (void)level;
    premultiply(pixels, channels, planes, stride, count);
}
