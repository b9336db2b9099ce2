/**
 * First come, first served within a lane; the lanes take turns. A lane with a long backlog delays only itself: every
 * other lane is at most one turn of each lane away.
 */
export type FairQueue<Item> = {
  readonly size: number
  /** False when the lane or the whole queue is full. */
  add(lane: string, item: Item): boolean
  /** The next item, from the first lane that `mayRun` allows. */
  next(mayRun?: (lane: string) => boolean): Item | undefined
  /** Removes and returns all items. */
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
