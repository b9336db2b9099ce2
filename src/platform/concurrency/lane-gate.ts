/** Lets a few of each lane in at the same time. The others of the lane wait in the order in which they came. */
export type LaneGate = {
  /**
   * Resolves to the way out, or to undefined for those who have waited too long, or behind too many. `waitMs`: for who cannot
   * wait as long as the others.
   */
  enter(lane: string, waitMs?: number): Promise<(() => void) | undefined>
}

type Limits = { perLane: number; mostWaiting: number; waitMs: number }
type Waiting = (leave: (() => void) | undefined) => void
type Lane = { inside: number; waiting: Waiting[] }

export function createLaneGate({ perLane, mostWaiting, waitMs }: Limits): LaneGate {
  const lanes = new Map<string, Lane>()

  const wayOut = (name: string, lane: Lane) => {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      const next = lane.waiting.shift()
      if (next) return next(wayOut(name, lane))
      lane.inside -= 1
      if (lane.inside === 0) lanes.delete(name)
    }
  }

  const wait = ({ waiting }: Lane, atMostMs: number): Promise<(() => void) | undefined> => {
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(one), 1)
      resolve(undefined)
    }, atMostMs)
    const one: Waiting = (leave) => {
      clearTimeout(timer)
      resolve(leave)
    }
    waiting.push(one)
    return promise
  }

  return {
    async enter(name, atMostMs = waitMs) {
      const lane = lanes.get(name) ?? { inside: 0, waiting: [] }
      lanes.set(name, lane)
      if (lane.inside >= perLane) return lane.waiting.length < mostWaiting ? wait(lane, atMostMs) : undefined
      lane.inside += 1
      return wayOut(name, lane)
    },
  }
}

type Entry = { lane: string; refuse: () => Error }

/** Does the work inside of the gate, and leaves however it ends. Throws what `refuse` makes for those who were not let in. */
export async function insideLane<Result>(
  gate: LaneGate,
  { lane, refuse }: Entry,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = await gate.enter(lane)
  if (!leave) throw refuse()
  try {
    return await work()
  } finally {
    leave()
  }
}
