// The emails that this worker has claimed: a queue of those that wait for a connection, and the leases of all of them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { watchWork } from '../../../platform/lifecycle.ts'
import type { ClaimedEmail } from './claim.queries.ts'
import { renewAllLeases } from './claim.service.ts'
import { createDueEmails, POLL_MS } from './due-emails.service.ts'
import type { ClaimRef, EmailRef } from './email-ref.ts'
import { moveEmails, releaseEmails } from './lease.queries.ts'
import { createClaimedQueue } from './claimed-queue.ts'
import { createLeases, LEASE_SECONDS, leaseTime, RENEW_EVERY_MS } from './leases.ts'
import type { Leases } from './leases.ts'
import type { Lane } from './retry-schedule.ts'

// Emails claimed ahead per connection, so that none waits for a claim: a tenth of a second of work.
const CLAIMED_AHEAD = 4

// The poll interval while email waits only for its rate: a fifth of a full bucket, so that it never overflows.
const LIMITED_MS = 100

/** The emails that may be under way at the same time; Infinity without a limit. */
export type Room = { all: number; marketing: number }

const UNLIMITED: Room = { all: Infinity, marketing: Infinity }

export type ClaimedEmails = {
  leases: Leases
  /** The next one to send. */
  next(): ClaimedEmail | undefined
  /**
   * Claims emails for this number of connections, if they need more and there is room for them. Returns how long to wait
   * before the next call.
   */
  fill(connections: number, room?: Room): Promise<number>
  /** These projects have new email; an empty list stands for any project. */
  notifyNewEmail(projectIds: readonly ProjectId[]): void
  /** Returns an email that was not started, because the worker stops: other workers may claim it at once. */
  giveBack(email: ClaimedEmail): void
  /** Lets the engine of another transport have an email that was not started. */
  moveTo(routeId: number, email: ClaimedEmail): void
  /** Lets other workers claim the emails that were not started. */
  release(): Promise<void>
  /** Releases these emails, and renews no lease any more. */
  close(): Promise<void>
}

type Parts = Pick<Deps, 'database' | 'log' | 'clock' | 'lifecycle'> & {
  owner: string
  /** The transport that the emails wait for. */
  routeId: number
  transport: string
  ratePerSecond: number
  /** See createDueEmails. */
  pollMs: number
  /** Emails were moved to this route. */
  onMoved: (routeId: number) => void
  /** Decides which of the emails of a claim have to wait. */
  decideHolds: (emails: readonly ClaimedEmail[]) => Promise<ClaimedEmail[]>
}

export function createClaimedEmails(parts: Parts): ClaimedEmails {
  const { database, log, clock, lifecycle, owner, pollMs, decideHolds } = parts
  const trouble = 'No email can be claimed, so none is sent. The log has the reason.'
  const watch = watchWork(lifecycle, { name: 'claim', trouble, clock })
  const leases = createLeases()
  const queue = createClaimedQueue<ClaimedEmail>()
  const due = createDueEmails({ ...parts, leases }, { ...parts, leaseSeconds: LEASE_SECONDS })

  const fill = async (connections: number, room: Room): Promise<number> => {
    const most = CLAIMED_AHEAD * connections
    if (queue.size > most / 2 || most === 0) return pollMs
    const { count, lanes } = claimable(room, leases.size)
    if (count <= 0) return POLL_MS
    const askedAt = leaseTime()
    const { emails, limited } = await due.claim(Math.min(most - queue.size, count), lanes)
    leases.hold(emails.map(refOf), askedAt)
    try {
      queue.add(await decideHolds(emails))
    } catch (error) {
      await releases.release(emails)
      throw error
    }
    watch.worked()
    if (emails.length > 0) return 0
    return limited.size > 0 ? LIMITED_MS : pollMs
  }

  const warn = (error: unknown): number => {
    log.warn({ err: error }, 'a sending thread could not reach the database')
    return POLL_MS
  }
  const failed = (error: unknown): number => {
    watch.failed()
    return warn(error)
  }

  const releases = createReleases({ ...parts, leases, warn })
  const release = (): Promise<void> => releases.release(queue.empty())
  const releaseSoon = together(release)
  const renew = () => void renewAllLeases({ database, owner, leases }).catch(warn)
  const renewal = setInterval(renew, RENEW_EVERY_MS)
  return {
    leases,
    next: () => queue.next(),
    fill: (connections, room = UNLIMITED) => fill(connections, room).catch(failed),
    notifyNewEmail: (projectIds) => due.notifyNewEmail(projectIds),
    giveBack(email) {
      queue.add([email])
      void releaseSoon()
    },
    moveTo: (to, email) => releases.moveTo(to, email),
    release,
    async close() {
      clearInterval(renewal)
      await Promise.all([releaseSoon(), releases.moved()])
    },
  }
}

type ReleaseParts = Pick<Parts, 'database' | 'owner' | 'onMoved'> & {
  leases: Leases
  warn: (error: unknown) => void
}

/** Lets others have emails that were not started. */
function createReleases({ database, owner, onMoved, leases, warn }: ReleaseParts) {
  let moving: (ClaimRef & { routeId: number })[] = []
  const move = async (): Promise<void> => {
    const refs = moving
    moving = []
    for (const { emailId } of refs) leases.drop(emailId)
    if (refs.length > 0) await moveEmails(database.db, { owner, refs }).catch(warn)
    for (const id of new Set(refs.map((ref) => ref.routeId))) onMoved(id)
  }
  const moved = together(move)
  return {
    moved,
    moveTo(routeId: number, email: ClaimedEmail): void {
      moving.push({ ...claimRefOf(email), routeId })
      void moved()
    },
    async release(emails: readonly ClaimedEmail[]): Promise<void> {
      const refs = emails.map(claimRefOf)
      for (const { emailId } of refs) leases.drop(emailId)
      if (refs.length > 0) await releaseEmails(database.db, { owner, refs }).catch(warn)
    },
  }
}

/** The emails to claim beside those that are under way, which count too. */
function claimable({ all, marketing }: Room, underWay: number): { count: number; lanes?: Lane[] } {
  return marketing > underWay
    ? { count: marketing - underWay }
    : { count: all - underWay, lanes: ['transactional'] }
}

/** Calls of the same moment share one run of the work. */
function together(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () =>
    (running ??= nextTurn().then(() => {
      running = undefined
      return work()
    }))
}

const claimRefOf = (email: ClaimedEmail): ClaimRef => ({ ...refOf(email), fence: email.fence })
const refOf = (email: ClaimedEmail): EmailRef => ({ projectId: email.project_id, emailId: email.id })
