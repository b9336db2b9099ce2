/**
 * First come, first served within a lane; the lanes take turns. So whoever fills his own lane waits behind himself
 * only: everybody else is at most one turn of every other lane away.
 */
export type FairQueue<Item> = {
  readonly size: number
  /** False when the lane or the whole queue is full. */
  add(lane: string, item: Item): boolean
  /** The next of the lanes whose turn may come. */
  next(mayRun?: (lane: string) => boolean): Item | undefined
  /** Empties it. */
  drain(): Item[]
}

const UNLIMITED = { perLane: Infinity, total: Infinity }

export function createFairQueue<Item>(limits = UNLIMITED): FairQueue<Item> {
  // A Map remembers the order of insertion: its first lane is the one whose turn it is.
  const lanes = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(lane, item) {
      const items = lanes.get(lane) ?? []
      if (items.length >= limits.perLane || size >= limits.total) return false
      items.push(item)
      lanes.set(lane, items)
      size += 1
      return true
    },
    next(mayRun = () => true) {
      for (const [lane, items] of lanes) {
        if (!mayRun(lane)) continue
        const item = items.shift()
        lanes.delete(lane)
        if (items.length > 0) lanes.set(lane, items)
        size -= 1
        return item
      }
      return undefined
    },
    drain() {
      const items = [...lanes.values()].flat()
      lanes.clear()
      size = 0
      return items
    },
  }
}
