// What a worker has claimed and not begun. Transactional mail first; within a lane the projects take turns, each with its
// oldest mail: so a single mail does not wait behind the two hundred of somebody else that were claimed before it.
import type { ClaimedEmail } from './claim.queries.ts'

type Waiting = Pick<ClaimedEmail, 'project_id' | 'lane'>

export type FairQueue<Email extends Waiting> = {
  readonly size: number
  add(emails: readonly Email[]): void
  take(): Email | undefined
  /** All of it, in no order; nothing is left. */
  empty(): Email[]
}

export function createFairQueue<Email extends Waiting>(): FairQueue<Email> {
  const newLane = () => new Map<Email['project_id'], Email[]>()
  const lanes = { 0: newLane(), 1: newLane() }
  let size = 0

  const takeOf = (lane: Map<Email['project_id'], Email[]>): Email | undefined => {
    for (const [projectId, emails] of lane) {
      const next = emails.shift()
      // A map keeps the order in which its keys came: whoever had a turn goes to the end.
      lane.delete(projectId)
      if (emails.length > 0) lane.set(projectId, emails)
      return next
    }
    return undefined
  }
  return {
    get size() {
      return size
    },
    add(emails) {
      for (const email of emails) {
        const lane = lanes[email.lane]
        const others = lane.get(email.project_id)
        if (others) others.push(email)
        else lane.set(email.project_id, [email])
      }
      size += emails.length
    },
    take() {
      const next = takeOf(lanes[0]) ?? takeOf(lanes[1])
      if (next) size -= 1
      return next
    },
    empty() {
      const all = [lanes[0], lanes[1]].flatMap((lane) => [...lane.values()].flat())
      lanes[0].clear()
      lanes[1].clear()
      size = 0
      return all
    },
  }
}
