#ifndef CacheAnchors_H
#define CacheAnchors_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An LRU of unordered_map and list under a mutex, from strings to shared pointers: what one writes in C++.
typedef struct CacheAnchors_LRU CacheAnchors_LRU;

CacheAnchors_LRU *_Nonnull CacheAnchors_create_lru(size_t capacity);
void CacheAnchors_destroy_lru(CacheAnchors_LRU *_Nonnull lru);

/// Keeps some keys, each with a value of its own; look-ups name them by their number.
void CacheAnchors_fill(CacheAnchors_LRU *_Nonnull lru, const char *_Nonnull const *_Nonnull keys, size_t count);

/// Looks keys up, in the order of the indices, and returns how many were found.
size_t CacheAnchors_find(CacheAnchors_LRU *_Nonnull lru, const uint32_t *_Nonnull indices, size_t count);

/// Decodes a PNG file to RGBA with libpng's row functions; returns 0 where it is damaged or larger than the buffer.
int CacheAnchors_decode_png(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull rgba, size_t size);

#ifdef __cplusplus
}
#endif

#endif
