#include "CResampleFilter.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t magnitude(uint8_t difference) {
    int8_t value = (int8_t)difference;
    return (uint32_t)(value < 0 ? -value : value);
}

INLINE int16_t distance(int16_t one, int16_t other) { return (int16_t)(one > other ? one - other : other - one); }

// The neighbour that is nearest to left + above - corner; of equals the first.
INLINE uint8_t nearest(uint8_t left, uint8_t above, uint8_t corner) {
    int16_t to_left = distance(above, corner), to_above = distance(left, corner);
    int16_t to_corner = distance((int16_t)(left + above), (int16_t)(2 * corner));
    uint8_t other = to_above <= to_corner ? above : corner;
    return to_left <= to_above && to_left <= to_corner ? left : other;
}

// A row has fewer than 2^24 bytes (4 * 65535), so that sums of 32 bits do.
INLINE void filter(
    const uint8_t *restrict row, const uint8_t *restrict above, size_t channels, size_t count, uint8_t *restrict out,
    uint64_t *restrict sums) {
    const uint8_t *restrict here = row + channels, *restrict up = above + channels;
    uint8_t *restrict sub = out, *restrict upward = out + count, *restrict average = out + 2 * count;
    uint8_t *restrict paeth = out + 3 * count;
    uint32_t sum = 0;
    for (size_t index = 0; index < count; index++) {
        sub[index] = (uint8_t)(here[index] - row[index]);
        sum += magnitude(sub[index]);
    }
    sums[0] = sum;
    sum = 0;
    for (size_t index = 0; index < count; index++) {
        upward[index] = (uint8_t)(here[index] - up[index]);
        sum += magnitude(upward[index]);
    }
    sums[1] = sum;
    sum = 0;
    for (size_t index = 0; index < count; index++) {
        average[index] = (uint8_t)(here[index] - ((uint16_t)(row[index] + up[index]) >> 1));
        sum += magnitude(average[index]);
    }
    sums[2] = sum;
    sum = 0;
    for (size_t index = 0; index < count; index++) {
        paeth[index] = (uint8_t)(here[index] - nearest(row[index], up[index], above[index]));
        sum += magnitude(paeth[index]);
    }
    sums[3] = sum;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void filter_avx2(
    const uint8_t *row, const uint8_t *above, size_t channels, size_t count, uint8_t *out, uint64_t *sums) {
    filter(row, above, channels, count, out, sums);
}
#endif

void CResample_filter_png(
    CResample_level level, const uint8_t *row, const uint8_t *above, size_t channels, size_t count, uint8_t *out, uint64_t *sums) {
#if defined(__x86_64__)
    if (level == CResample_avx2) {
        filter_avx2(row, above, channels, count, out, sums);
        return;
    }
#endif
    (void)level;
    filter(row, above, channels, count, out, sums);
}

void CResample_drop_alpha(const uint8_t *restrict pixels, uint8_t *restrict out, size_t count) {
    for (size_t index = 0; index < count; index++) {
        out[index * 3] = pixels[index * 4];
        out[index * 3 + 1] = pixels[index * 4 + 1];
        out[index * 3 + 2] = pixels[index * 4 + 2];
    }
}

size_t CResample_count_repeats(const uint8_t *pixels, size_t count) {
    size_t repeats = 0;
    for (size_t index = 1; index < count; index++) {
        uint32_t before, here;
        memcpy(&before, pixels + 4 * (index - 1), 4);
        memcpy(&here, pixels + 4 * index, 4);
        repeats += before == here;
    }
    return repeats;
}
