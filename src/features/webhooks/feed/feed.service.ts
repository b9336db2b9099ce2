// Hands the events of a project to whoever listens, for local development. The first request opens a feed, into which the
// listener of webhooks writes from then on; a feed that nobody has read for a while is deleted by a job.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId, readId } from '../../../platform/ids.ts'
import type { FeedId, ProjectId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { signWebhook, webhookSecretOf } from '../../../platform/outgoing/webhook-signature.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { lockWebhooks } from '../endpoints/webhooks.queries.ts'
import { updateListenedNames } from '../endpoints/webhooks.service.ts'
import { requestHeaders } from '../message.ts'
import { closeFeedJob } from '../webhooks.jobs.ts'
import type { FeedWatch } from './feed-watch.service.ts'
import {
  deleteExpiredFeed,
  findFeed,
  keepFeedOpen,
  KEPT_EVENTS,
  listFeedEvents,
  saveFeed,
} from './feed.queries.ts'
import type { FeedEventRow, FeedRow } from './feed.queries.ts'

// A listener whose machine sleeps for some minutes misses nothing; one that is gone costs that long.
const LIFETIME_MS = 10 * 60_000

// Beyond it the feed takes every event, so that listeners with ever new names cannot make it grow.
const MOST_NAMES = 100

// An answer of a hundred events of the usual size has some 100 kB.
const PAGE = 100

// Standard Webhooks requires 24 to 64.
const SECRET_BYTES = 32

/** Where a listener is. */
export type FeedPlace = { feedId: FeedId; position: number }

/** The text of a place inside a cursor. */
export const textOfPlace = ({ feedId, position }: FeedPlace): string => `${feedId} ${position}`

export function placeOfText(text: string): FeedPlace | undefined {
  const [id = '', position = ''] = text.split(' ')
  const feedId = readId<FeedId>(id)
  return feedId && /^\d{1,15}$/.test(position) ? { feedId, position: Number(position) } : undefined
}

export type FeedPage = { events: FeedEventRow[]; next: FeedPlace; hasMissed: boolean }

type ListenInput = {
  projectId: ProjectId
  names: readonly string[]
  /** Undefined begins with what happens from now on. */
  after: FeedPlace | undefined
  timeoutMs: number
  /** Aborts when the caller is gone, or the node stops. */
  signal: AbortSignal
}

/** Answers as soon as there is an event behind the place, at the latest after the timeout. Holds no connection meanwhile. */
export async function listen(
  deps: Pick<Deps, 'database' | 'clock'> & { watch: FeedWatch },
  { projectId, names, after, timeoutMs, signal }: ListenInput,
): Promise<FeedPage> {
  const { db } = deps.database
  const feed = await requireFeed(db, { projectId, names, now: deps.clock.now() })
  const feedId = feed.id as FeedId
  if (after === undefined) {
    return { events: [], next: { feedId, position: feed.last_position }, hasMissed: false }
  }
  // A new feed begins where nobody listened; all of its events are new to this caller.
  const isSameFeed = after.feedId === feedId
  const hasMissed = !isSameFeed || after.position < feed.last_position - KEPT_EVENTS
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let position = isSameFeed ? after.position : 0
  // Before the first look: what is committed after it then ends the wait.
  let seen = feed.last_position
  for (;;) {
    const events = await listFeedEvents(db, { projectId, after: position, names, limit: PAGE })
    const last = events.at(-1)
    if (last) return { events, next: { feedId, position: last.position }, hasMissed }
    position = Math.max(position, seen)
    if (ended.aborted) return { events, next: { feedId, position }, hasMissed }
    seen = await deps.watch.movedBeyond(projectId, { position, signal: ended })
  }
}

type FeedRequest = { projectId: ProjectId; names: readonly string[]; now: Date }

const untilOf = (now: Date) => new Date(now.getTime() + LIFETIME_MS)

/** The feed with at least these names, open for a while. Most requests only read. */
async function requireFeed(db: Db, { projectId, names, now }: FeedRequest): Promise<FeedRow> {
  const found = await findFeed(db, { projectId })
  if (found && covers(found, names)) {
    if (found.listened_until.getTime() - now.getTime() > LIFETIME_MS / 2) return found
    const kept = await keepFeedOpen(db, { projectId, listenedUntil: untilOf(now) })
    if (kept) return kept
  }
  return inTransaction(db, (trx) => openFeed(trx, { projectId, names, now }))
}

const covers = (feed: FeedRow, names: readonly string[]): boolean =>
  feed.names.includes('*') || names.every((name) => feed.names.includes(name))

async function openFeed(trx: Trx, { projectId, names, now }: FeedRequest): Promise<FeedRow> {
  await lockWebhooks(trx, { projectId })
  const found = await findFeed(trx, { projectId })
  const all = new Set([...(found?.names ?? []), ...names])
  const row = await saveFeed(trx, {
    projectId,
    feedId: newId<FeedId>(now),
    names: all.has('*') || all.size > MOST_NAMES ? ['*'] : [...all],
    listenedUntil: untilOf(now),
  })
  await updateListenedNames(trx, { projectId })
  const key = `${closeFeedJob.name} ${projectId}`
  await enqueue(trx, closeFeedJob, { payload: { projectId }, key, runAt: row.listened_until })
  return row
}

/** Deletes the feed if nobody has listened for its lifetime; otherwise returns how long it stays open. */
export async function closeFeed(
  db: Db,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockWebhooks(trx, { projectId })
    await deleteExpiredFeed(trx, { projectId, now })
    const feed = await findFeed(trx, { projectId })
    if (!feed) await updateListenedNames(trx, { projectId })
    return feed ? feed.listened_until.getTime() - now.getTime() : 0
  })
}

/**
 * Derived, not stored: it is the same on every node and for every listener of the project, and stays the same, so that it can
 * stand in the settings of a developer. It signs nothing but what the caller of this route reads anyway.
 */
export const feedSecret = (secrets: Secrets, { projectId }: { projectId: ProjectId }): string =>
  webhookSecretOf(secrets.of(projectId).sign('webhook feed', [projectId], SECRET_BYTES))

export type SignedFeedEvent = {
  id: string
  type: string
  timestamp: string
  body: string
  headers: Record<string, string>
}

/** A request as an endpoint would get it now. */
export function signFeedEvent(
  { event_id: id, type, body }: FeedEventRow,
  { secret, now }: { secret: string; now: Date },
): SignedFeedEvent {
  const signature = signWebhook({ id, at: now, body, secrets: [secret] })
  const { timestamp } = JSON.parse(body) as { timestamp: string }
  return { id, type, timestamp, body, headers: { ...requestHeaders, ...signature } }
}
