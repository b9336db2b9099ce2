/** Things that cost much to make, by a key that always stands for the same. Bounded by about what they take in memory. */
export type ByteCache<T> = {
  find(key: string): T | undefined
  /** Returns the thing, so that making and keeping it is one expression. */
  add(key: string, thing: T): T
  /** About what it holds. */
  readonly bytes: number
}

/** What was not used for the longest time goes first. A thing that would fill it alone is not kept. */
export function createByteCache<T extends { bytes: number }>({
  maxBytes,
}: {
  maxBytes: number
}): ByteCache<T> {
  // A Map remembers the order of insertion: the first was not used for the longest time.
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
