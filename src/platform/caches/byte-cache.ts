/** Caches expensive values by a key that always stands for the same value, limited by their approximate size in memory. */
export type ByteCache<T> = {
  find(key: string): T | undefined
  /** Returns the value, so that creating and caching it is one expression. */
  add(key: string, thing: T): T
  /** Approximate size of all values. */
  readonly bytes: number
}

/** Evicts the least recently used values first. A value that would fill the cache alone is not stored. */
export function createByteCache<T extends { bytes: number }>(options: { maxBytes: number }): ByteCache<T> {
  const { maxBytes } = options
  // A Map keeps the order of insertion, so its first entry is the least recently used.
  const things = new Map<string, T>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= things.get(key)?.bytes ?? 0
    things.delete(key)
  }
  return {
    get bytes() {
      return bytes
    },
    find(key) {
      const thing = things.get(key)
      if (thing) {
        things.delete(key)
        things.set(key, thing)
      }
      return thing
    },
    add(key, thing) {
      remove(key)
      if (thing.bytes > maxBytes) return thing
      things.set(key, thing)
      bytes += thing.bytes
      for (const oldest of things.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
      return thing
    },
  }
}
