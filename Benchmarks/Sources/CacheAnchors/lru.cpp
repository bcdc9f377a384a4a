#include "CacheAnchors.h"

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

template <class Key> struct LRU {
  struct Entry {
    Key key;
    std::shared_ptr<size_t> value;
  };
  std::mutex mutex;
  std::list<Entry> order;
  std::unordered_map<Key, typename std::list<Entry>::iterator> entries;
  size_t capacity;

  explicit LRU(size_t capacity) : capacity(capacity) { entries.reserve(capacity + 1); }

  std::shared_ptr<size_t> get(const Key &key) {
    std::lock_guard<std::mutex> guard(mutex);
    auto found = entries.find(key);
    if (found == entries.end()) return nullptr;
    order.splice(order.begin(), order, found->second);
    return found->second->value;
  }

  void put(const Key &key, std::shared_ptr<size_t> value) {
    std::lock_guard<std::mutex> guard(mutex);
    order.push_front({key, std::move(value)});
    entries[key] = order.begin();
    if (entries.size() > capacity) {
      entries.erase(order.back().key);
      order.pop_back();
    }
  }
};

struct CacheAnchors_LRU {
  LRU<std::string> texts;
  LRU<uint64_t> numbers;
  std::vector<std::string> keys, parts;
  explicit CacheAnchors_LRU(size_t capacity) : texts(capacity), numbers(capacity) {}
};

CacheAnchors_LRU *CacheAnchors_create_lru(size_t capacity) { return new CacheAnchors_LRU(capacity); }

void CacheAnchors_destroy_lru(CacheAnchors_LRU *lru) { delete lru; }

void CacheAnchors_fill(CacheAnchors_LRU *lru, const char *const *parts, const char *ending, size_t count) {
  lru->parts.assign(parts, parts + count);
  for (size_t index = 0; index < count; index++) {
    lru->keys.push_back(lru->parts[index] + ending);
    lru->texts.put(lru->keys[index], std::make_shared<size_t>(index));
  }
}

size_t CacheAnchors_find(CacheAnchors_LRU *lru, const uint32_t *indices, size_t count) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) found += lru->texts.get(lru->keys[indices[index]]) != nullptr;
  return found;
}

size_t CacheAnchors_find_anew(CacheAnchors_LRU *lru, const char *ending, const uint32_t *indices, size_t count) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) found += lru->texts.get(lru->parts[indices[index]] + ending) != nullptr;
  return found;
}

void CacheAnchors_put_numbers(CacheAnchors_LRU *lru, const uint64_t *keys, size_t count) {
  for (size_t index = 0; index < count; index++) lru->numbers.put(keys[index], std::make_shared<size_t>(index));
}

size_t CacheAnchors_find_numbers(CacheAnchors_LRU *lru, const uint64_t *keys, const uint32_t *indices, size_t count) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) found += lru->numbers.get(keys[indices[index]]) != nullptr;
  return found;
}
