#include "CPNGUnfilter.h"

#include <stdbool.h>
#include <string.h>

// A pixel of up to four samples, each with room to add.
typedef int16_t pixel16 __attribute__((vector_size(8)));
typedef uint8_t pixel8 __attribute__((vector_size(4)));

enum { none = 0, sub = 1, up = 2, average = 3, paeth = 4 };

#define INLINE static inline __attribute__((always_inline))

// Four bytes are read whatever the pixel's length; what is too many is never written.
INLINE pixel16 load(const uint8_t *place) {
    pixel8 bytes;
    memcpy(&bytes, place, 4);
    return __builtin_convertvector(bytes, pixel16);
}

INLINE void store(uint8_t *place, pixel16 value, size_t pixel) {
    pixel8 bytes = __builtin_convertvector(value, pixel8);
    memcpy(place, &bytes, pixel);
}

INLINE pixel16 choose(pixel16 condition, pixel16 yes, pixel16 no) { return (condition & yes) | (~condition & no); }

// The neighbour nearest to left + above - corner. The same choice as the format's text makes by three distances, but with
// one addition between `left` and the comparisons, for each pixel waits for the one before it.
INLINE pixel16 nearest(pixel16 left, pixel16 above, pixel16 corner) {
    pixel16 threshold = (corner + corner + corner - above) - left;
    pixel16 low = __builtin_elementwise_min(left, above);
    pixel16 high = __builtin_elementwise_max(left, above);
    return choose(threshold <= low, high, choose(high <= threshold, low, corner));
}

INLINE pixel16 predict(int filter, pixel16 left, pixel16 above, pixel16 corner) {
    switch (filter) {
    case sub: return left;
    case average: return (left + above) >> 1;
    default: return nearest(left, above, corner);
    }
}

INLINE void undo_one(int filter, uint8_t *row, const uint8_t *above, size_t length, size_t pixel) {
    pixel16 left = {0}, corner = {0};
    for (size_t x = 0; x < length; x += pixel) {
        pixel16 top = load(above + x);
        left = (load(row + x) + predict(filter, left, top, corner)) & 255;
        corner = top;
        store(row + x, left, pixel);
    }
}

// Two rows at once, the second a pixel behind the first: two chains of dependent pixels keep the machine twice as busy.
INLINE void undo_two(int first, int second, uint8_t *row, uint8_t *next, const uint8_t *above, size_t length, size_t pixel) {
    pixel16 left = {0}, corner = {0}, next_left = {0}, next_corner = {0};
    pixel16 top = load(above);
    left = (load(row) + predict(first, left, top, corner)) & 255;
    corner = top;
    store(row, left, pixel);
    for (size_t x = pixel; x < length; x += pixel) {
        pixel16 next_top = left;
        top = load(above + x);
        left = (load(row + x) + predict(first, left, top, corner)) & 255;
        corner = top;
        store(row + x, left, pixel);
        next_left = (load(next + x - pixel) + predict(second, next_left, next_top, next_corner)) & 255;
        next_corner = next_top;
        store(next + x - pixel, next_left, pixel);
    }
    next_left = (load(next + length - pixel) + predict(second, next_left, left, next_corner)) & 255;
    store(next + length - pixel, next_left, pixel);
}

INLINE void undo_up(uint8_t *row, const uint8_t *above, size_t length) {
    for (size_t x = 0; x < length; x++) row[x] = (uint8_t)(row[x] + above[x]);
}

INLINE bool is_chain(int filter) { return filter == average || filter == paeth; }

INLINE size_t undo_rows(uint8_t *rows, size_t count, const uint8_t *above, size_t length, size_t pixel) {
    size_t index = 0;
    while (index < count) {
        uint8_t *row = rows + index * (length + 1) + 1;
        int filter = row[-1];
        if (filter > paeth) return index;
        int next = index + 1 < count ? row[length] : none;
        if (is_chain(filter) && is_chain(next)) {
            uint8_t *second = row + length + 1;
            if (filter == paeth && next == paeth) undo_two(paeth, paeth, row, second, above, length, pixel);
            else if (filter == paeth) undo_two(paeth, average, row, second, above, length, pixel);
            else if (next == paeth) undo_two(average, paeth, row, second, above, length, pixel);
            else undo_two(average, average, row, second, above, length, pixel);
            above = second;
            index += 2;
            continue;
        }
        switch (filter) {
        case sub: undo_one(sub, row, above, length, pixel); break;
        case up: undo_up(row, above, length); break;
        case average: undo_one(average, row, above, length, pixel); break;
        case paeth: undo_one(paeth, row, above, length, pixel); break;
        }
        above = row;
        index++;
    }
    return count;
}

// A constant length lets the compiler write a pixel in one or two stores.
INLINE size_t undo(uint8_t *rows, size_t count, const uint8_t *above, size_t length, size_t pixel) {
    switch (pixel) {
    case 1: return undo_rows(rows, count, above, length, 1);
    case 2: return undo_rows(rows, count, above, length, 2);
    case 3: return undo_rows(rows, count, above, length, 3);
    default: return undo_rows(rows, count, above, length, 4);
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t undo_avx2(uint8_t *rows, size_t count, const uint8_t *above, size_t length,
                                                        size_t pixel) {
    return undo(rows, count, above, length, pixel);
}
#endif

CPNG_level CPNG_best_level(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return CPNG_avx2;
#endif
    return CPNG_portable;
}

size_t CPNG_unfilter_rows(CPNG_level level, uint8_t *rows, size_t count, const uint8_t *above, size_t length, size_t pixel) {
#if defined(__x86_64__)
    if (level == CPNG_avx2) return undo_avx2(rows, count, above, length, pixel);
#endif
    (void)level;
    return undo(rows, count, above, length, pixel);
}
