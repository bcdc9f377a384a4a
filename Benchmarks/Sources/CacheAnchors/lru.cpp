#include "CacheAnchors.h"

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

struct CacheAnchors_LRU {
  struct Entry {
    std::string key;
    std::shared_ptr<size_t> value;
  };
  std::mutex mutex;
  std::list<Entry> order;
  std::unordered_map<std::string, std::list<Entry>::iterator> entries;
  std::vector<std::string> keys;
  size_t capacity;

  std::shared_ptr<size_t> get(const std::string &key) {
    std::lock_guard<std::mutex> guard(mutex);
    auto found = entries.find(key);
    if (found == entries.end()) return nullptr;
    order.splice(order.begin(), order, found->second);
    return found->second->value;
  }

  void put(const std::string &key, std::shared_ptr<size_t> value) {
    std::lock_guard<std::mutex> guard(mutex);
    order.push_front({key, std::move(value)});
    entries[key] = order.begin();
    if (entries.size() > capacity) {
      entries.erase(order.back().key);
      order.pop_back();
    }
  }
};

CacheAnchors_LRU *CacheAnchors_create_lru(size_t capacity) {
  auto *lru = new CacheAnchors_LRU;
  lru->capacity = capacity;
  lru->entries.reserve(capacity + 1);
  return lru;
}

void CacheAnchors_destroy_lru(CacheAnchors_LRU *lru) { delete lru; }

void CacheAnchors_fill(CacheAnchors_LRU *lru, const char *const *keys, size_t count) {
  lru->keys.assign(keys, keys + count);
  for (size_t index = 0; index < count; index++) lru->put(lru->keys[index], std::make_shared<size_t>(index));
}

size_t CacheAnchors_find(CacheAnchors_LRU *lru, const uint32_t *indices, size_t count) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) found += lru->get(lru->keys[indices[index]]) != nullptr;
  return found;
}
