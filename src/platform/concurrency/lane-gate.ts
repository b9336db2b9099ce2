/** Limits how much work of each lane runs at the same time. The rest of a lane waits in order of arrival. */
export type LaneGate = {
  /**
   * Resolves to a release function, or to undefined after `waitMs` or if too many wait already. `waitMs` overrides the
   * limit of the gate.
   */
  enter(lane: string, waitMs?: number): Promise<(() => void) | undefined>
}

type Limits = { perLane: number; mostWaiting: number; waitMs: number }
type Waiter = (release: (() => void) | undefined) => void
type Lane = { inside: number; waiting: Waiter[] }

export function createLaneGate({ perLane, mostWaiting, waitMs }: Limits): LaneGate {
  const lanes = new Map<string, Lane>()

  const createRelease = (name: string, lane: Lane) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = lane.waiting.shift()
      if (next) return next(createRelease(name, lane))
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
    const one: Waiter = (release) => {
      clearTimeout(timer)
      resolve(release)
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
      return createRelease(name, lane)
    },
  }
}

/** Runs the work inside the gate and releases its place however it ends. Throws `refuse()` if it is not admitted. */
export async function insideLane<Result>(
  gate: LaneGate,
  { lane, refuse }: { lane: string; refuse: () => Error },
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
