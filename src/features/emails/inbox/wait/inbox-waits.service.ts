// Requests that wait for an email: how many may wait, from when on, and how a wait ends. An email has arrived when it is in
// the inbox and its record has ended. Emails count in the order in which they arrive, which is not that of their ids.
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import { timeOfId } from '../../../../platform/ids.ts'
import type { EmailId, ProjectId } from '../../../../platform/ids.ts'
import { findArrival, listArrivals } from './inbox-wait.queries.ts'
import type { ArrivalFilter, ArrivalPoint } from './inbox-wait.queries.ts'
import { createInboxWatch } from './inbox-watch.service.ts'

/** Per node. Callers beyond these repeat their request. */
export const MOST_WAITS_PER_PROJECT = 20
/** Each is a socket, and a row of the statement that looks for all of them. */
const MOST_WAITS = 1_000
const RETRY_AFTER_SECONDS = 2

/** A caller usually does something that sends an email, and then waits for it. */
const DEFAULT_SPAN_MS = 60_000
const MOST_LISTED = 20

const LOWEST_ID = '00000000-0000-0000-0000-000000000000' as EmailId
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as EmailId

export type InboxWait = {
  projectId: ProjectId
  to?: string | undefined
  subject?: string | undefined
  /** A time, or the email after which others count. */
  after?: Date | EmailId | undefined
  timeoutSeconds: number
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

export type InboxWaits = {
  /**
   * The oldest match, read. `read` returns undefined if the email was deleted meanwhile: then the wait goes on.
   * @throws AppError with the emails that did arrive, when the time is over
   */
  next<Received>(
    wait: InboxWait,
    read: (emailId: EmailId) => Promise<Received | undefined>,
  ): Promise<Received>
  /** Ends all waits with a 503. */
  close(): void
}

export function createInboxWaits({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): InboxWaits {
  const { db } = database
  const watch = createInboxWatch({ database, log })
  const places = createPlaces()
  const closing = new AbortController()

  const toFilter = async (wait: InboxWait): Promise<ArrivalFilter> => ({
    projectId: wait.projectId,
    address: wait.to ?? null,
    subject: wait.subject ?? null,
    after: await toPoint(wait),
  })

  const toPoint = async ({ projectId, after }: InboxWait): Promise<ArrivalPoint> => {
    if (after === undefined) {
      return { at: new Date(clock.now().getTime() - DEFAULT_SPAN_MS), emailId: LOWEST_ID }
    }
    if (after instanceof Date) return { at: after, emailId: HIGHEST_ID }
    // An email that is not in the inbox stands for the time at which it was accepted.
    const at = await findArrival(db, { projectId, emailId: after })
    return { at: at ?? timeOfId(after), emailId: after }
  }

  const timedOut = async ({ projectId, after }: ArrivalFilter, { timeoutSeconds }: InboxWait) =>
    nothingArrived(await listArrivals(db, { projectId, after, limit: MOST_LISTED }), timeoutSeconds)

  const nextOf: InboxWaits['next'] = async (wait, read) => {
    const expiry = AbortSignal.timeout(wait.timeoutSeconds * 1_000)
    const end = AbortSignal.any([closing.signal, wait.signal, expiry])
    const filter = await toFilter(wait)
    for (;;) {
      const seen = await watch.next(filter, end).catch(() => undefined)
      if (closing.signal.aborted) throw stopping()
      if (wait.signal.aborted) throw callerGone()
      const emailId = seen ?? (await watch.look(filter))
      const received = emailId && (await read(emailId))
      if (received !== undefined) return received
      if (expiry.aborted) throw await timedOut(filter, wait)
    }
  }

  return {
    async next(wait, read) {
      if (closing.signal.aborted) throw stopping()
      const leave = places.enter(wait.projectId)
      try {
        return await nextOf(wait, read)
      } finally {
        leave()
      }
    },
    close: () => closing.abort(),
  }
}

/** Counts the waiting requests of each project. */
function createPlaces() {
  const taken = new Map<ProjectId, number>()
  let all = 0
  return {
    /** Returns a function that frees the place. */
    enter(projectId: ProjectId): () => void {
      const own = taken.get(projectId) ?? 0
      if (own >= MOST_WAITS_PER_PROJECT || all >= MOST_WAITS) throw tooMany()
      taken.set(projectId, own + 1)
      all += 1
      return () => {
        all -= 1
        const left = (taken.get(projectId) ?? 1) - 1
        if (left > 0) taken.set(projectId, left)
        else taken.delete(projectId)
      }
    },
  }
}

const tooMany = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Too many requests wait for emails at the same time: at most ${MOST_WAITS_PER_PROJECT} of a project.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const stopping = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'The service is stopping.',
    suggestion: 'Repeat the request after the time in Retry-After; give `after`, so that no email is missed.',
  })

/** An error without a reader: the log does not show it as one of ours. */
const callerGone = () => new AppError('BAD_REQUEST', { message: 'The caller has disconnected.' })

type Arrivals = Awaited<ReturnType<typeof listArrivals>>

/** People read the message of an error first, and test runners often show nothing else. */
const MOST_NAMED = 3

function nothingArrived(arrivals: Arrivals, timeoutSeconds: number): AppError {
  const named = arrivals.slice(0, MOST_NAMED).map(({ to, subject }) => `"${subject}" to ${to}`)
  const more = arrivals.length > MOST_NAMED ? ', and others (error.details.arrived)' : ''
  const others = named.length === 0 ? 'None arrived at all.' : `These did: ${named.join(', ')}${more}.`
  return new AppError('RESOURCE_NOT_FOUND', {
    message: `No email that matches arrived within ${timeoutSeconds} s. ${others}`,
    suggestion:
      'Compare `to`, `subject` and `after` with what did arrive. GET /emails has the emails that were accepted and not delivered.',
    details: { arrived: arrivals.map(({ to, subject, at }) => ({ to, subject, at: at.toISOString() })) },
  })
}
