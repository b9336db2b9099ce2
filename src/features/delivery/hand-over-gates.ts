// Limits how many emails of an engine are on connections, and how many may be in flight without a result on disk.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate, ResizableGate } from '../../platform/concurrency/gate.ts'
import type { ConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { Lane } from './queue/retry-schedule.ts'

export type HandOverGates = {
  /** Emails on a connection, until the server has answered. */
  connections: Pick<ResizableGate, 'used'> & Gate
  /** Emails whose final dot is sent while their result is not on disk yet: those that a kill repeats. */
  unrecorded: UnrecordedGate
  /** The size of that gate. */
  mostUnrecorded: number
  /**
   * How many results of marketing email are worth a statement: half of the room for those that are not stored, so that
   * the other half is on its way meanwhile; one where a connection would have to wait for it.
   */
  resultsToGather: number
}

export type UnrecordedGate = {
  /** Resolves to a release function, or to undefined once the gate is closed. */
  enter(lane: Lane): Promise<(() => void) | undefined>
  /** Admits nothing any more. */
  close(): void
}

/** The used share of the connections, 0 to 1; 0 while the server allows fewer than the setting: more threads would not help. */
export const usedShare = (
  { current, most }: Pick<ConnectionLimit, 'current' | 'most'>,
  { connections }: Pick<HandOverGates, 'connections'>,
): number => (current < most ? 0 : connections.used / most)

type GateSizes = {
  connections: number
  /** Emails without a result on disk, per connection. Transactional email has never more than one. */
  emailsAhead: number
}

// A statement for one result costs PostgreSQL 1 ms, and 45 µs for each more.
const MOST_GATHERED = 100

export const createHandOverGates = ({ connections, emailsAhead }: GateSizes): HandOverGates => ({
  connections: createGate(connections),
  unrecorded: createUnrecordedGate({ connections, emailsAhead }),
  mostUnrecorded: connections * emailsAhead,
  resultsToGather:
    emailsAhead === 1 ? 1 : Math.min(MOST_GATHERED, Math.ceil((connections * emailsAhead) / 2)),
})

/** Both lanes share the room, so that a kill repeats no more than that. */
function createUnrecordedGate({ connections, emailsAhead }: GateSizes): UnrecordedGate {
  const all = createGate(connections * emailsAhead)
  const transactional = createGate(connections)
  return {
    async enter(lane) {
      if (lane === 'marketing') return all.enter(1)
      const leaveOwn = await transactional.enter(1)
      const leaveAll = leaveOwn && (await all.enter(1))
      if (!leaveAll) {
        leaveOwn?.()
        return undefined
      }
      return () => {
        leaveAll()
        leaveOwn()
      }
    },
    close() {
      transactional.close()
      all.close()
    },
  }
}
