#ifndef CacheAnchors_H
#define CacheAnchors_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An LRU of unordered_map and list under a mutex, to shared pointers: what one writes in C++; one from strings, one from
/// numbers.
typedef struct CacheAnchors_LRU CacheAnchors_LRU;

CacheAnchors_LRU *_Nonnull CacheAnchors_create_lru(size_t capacity);
void CacheAnchors_destroy_lru(CacheAnchors_LRU *_Nonnull lru);

/// Keeps keys made of a part and an ending, each with a value of its own; look-ups name them by their number.
void CacheAnchors_fill(
    CacheAnchors_LRU *_Nonnull lru, const char *_Nonnull const *_Nonnull parts, const char *_Nonnull ending, size_t count);

/// Looks keys up, in the order of the indices, and returns how many were found.
size_t CacheAnchors_find(CacheAnchors_LRU *_Nonnull lru, const uint32_t *_Nonnull indices, size_t count);

/// Makes each key of its part and the ending, then looks it up.
size_t CacheAnchors_find_anew(
    CacheAnchors_LRU *_Nonnull lru, const char *_Nonnull ending, const uint32_t *_Nonnull indices, size_t count);

/// Keeps numbers, each with a value of its own.
void CacheAnchors_put_numbers(CacheAnchors_LRU *_Nonnull lru, const uint64_t *_Nonnull keys, size_t count);

/// Looks numbers up, in the order of the indices, and returns how many were found.
size_t CacheAnchors_find_numbers(
    CacheAnchors_LRU *_Nonnull lru, const uint64_t *_Nonnull keys, const uint32_t *_Nonnull indices, size_t count);

/// Decodes a PNG file to RGBA with libpng's row functions; returns 0 where it is damaged or larger than the buffer.
int CacheAnchors_decode_png(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull rgba, size_t size);

/// Writes the digest of original `number` of those that fill the index.
void CacheAnchors_digest(size_t number, char digest[_Nonnull 65]);

/// Fills the disk tier's index with so many originals of 1000 bytes, whose files are not made, each with its URL, number
/// `N` being `https://live.staticflickr.com/65535/N_0123456789_b.jpg`; returns 0 where SQLite refuses.
int CacheAnchors_fill_index(const char *_Nonnull path, size_t count, double time);

#ifdef __cplusplus
}
#endif

#endif
