// Handles calls of POST /v1/track. Concurrent calls share a statement and its commit.
import type { z } from 'zod'
import { toLedgerSource } from '../../platform/consent-source.ts'
import type { ConsentSource, LedgerSource } from '../../platform/consent-source.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { createGroupCommit } from '../../platform/db/batching/group-commit.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidFields } from '../../platform/errors.ts'
import { newId, newIdOf } from '../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../platform/ids.ts'
import {
  DATA_KEY_LIMIT,
  listUnsubscribed,
  requireChoices,
  toDataChange,
  toContactInputRow,
  mapConstraintErrors,
} from '../contacts/index.ts'
import { LARGEST_DATA_BYTES } from '../contacts/contacts.schema.ts'
import { dropWaitingMarketing } from '../delivery/index.ts'
import { EVENT_NAME_LIMIT } from '../events/index.ts'
import { createConfirmations } from '../opt-in/index.ts'
import { listKnownTopics } from '../topics/index.ts'
import { toContactData, toEventData } from './event-data.ts'
import {
  deleteOldArrivals,
  deleteOldKeys,
  deleteOrphanedKey,
  findTrackedEvent,
  trackEvents,
} from './track.queries.ts'
import type { TrackedCall, TrackedEvent, TrackedWish } from './track.queries.ts'
import type { TrackRequest } from './track.schema.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// Clocks of servers and browsers differ by seconds; a larger difference means a wrong time.
const CLOCK_SKEW_MS = MINUTE_MS

const OLDEST_MS = 30 * DAY_MS

const KEYS_KEPT_MS = 7 * DAY_MS

type Call = {
  projectId: ProjectId
  isPublic: boolean
  source: ConsentSource
  body: z.output<typeof TrackRequest>
  /** The language of the caller's browser. */
  language?: string | undefined
  /** The open transaction of a request with an Idempotency-Key: such a call is written in it, not with others. */
  db: Db | Trx
}

export type Tracker = (call: Call) => Promise<TrackedEvent>

export function createTracker(deps: Deps): Tracker {
  const { database, clock, secrets } = deps
  const confirmations = createConfirmations(deps)
  const commit = createGroupCommit({
    commit: (calls: TrackedCall[]) => trackEvents(database, calls),
    keyOf: ({ projectId, contact }) => `${projectId} ${contact.email}`,
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  const eventNames = createNameClaims(EVENT_NAME_LIMIT)
  const claimNames = async (db: Db | Trx, { projectId, isPublic, contact, event }: TrackedCall) => {
    const claim = { projectId, isPublic, now: contact.at }
    await dataKeys.claim(db, { ...claim, names: Object.keys(contact.data_set) })
    await eventNames.claim(db, { ...claim, names: [event.name] })
  }
  /** The usual call has no wish, or one that has come true. */
  const askToConfirm = async (call: Call, { wish, ...tracked }: TrackedCall, contactId: ContactId) => {
    if (!wish) return
    const { db, projectId, isPublic, source, language } = call
    const { email, at: now } = tracked.contact
    const topics = (await listKnownTopics(db, { projectId })).filter(({ key }) => wish.topics.includes(key))
    const { confirm } = call.body
    const request = { projectId, email, source, confirm, isTrusted: !isPublic, now, contactId }
    await confirmations.request(db, { ...request, wish: { ...wish, topics } }, language)
  }
  return async (call) => {
    const { db } = call
    const tracked = toTrackedCall(call, toLedgerSource(secrets, call), clock.now())
    await requireChoices(db, { ...call, topics: call.body.topics })
    await claimNames(db, tracked)
    const write = async () => {
      if (call.body.subscribed === false) return inTransaction(db, (trx) => trackAndUnsubscribe(trx, tracked))
      return db.isTransaction ? (await trackEvents(db as Trx, [tracked]))[0] : commit(tracked)
    }
    const event = await mapConstraintErrors(
      async () => (await write()) ?? findFirstOrRetry(db, tracked, write),
    )
    if (event.isWishOpen) await askToConfirm(call, tracked, event.contactId)
    return event
  }
}

/** Written alone, because waiting marketing email is dropped in the same transaction, and is locked after the contact. */
async function trackAndUnsubscribe(trx: Trx, call: TrackedCall): Promise<TrackedEvent | undefined> {
  const [tracked] = await trackEvents(trx, [call])
  const { projectId, contact } = call
  if (tracked) {
    const contactIds = await listUnsubscribed(trx, { projectId, emails: [contact.email] })
    if (contactIds.length > 0) await dropWaitingMarketing(trx, { projectId, contactIds, now: contact.at })
  }
  return tracked
}

/** For an id that was used before: returns the first result, or writes again if that event was deleted with its contact. */
async function findFirstOrRetry(
  db: Db | Trx,
  { projectId, ownId = '' }: TrackedCall,
  write: () => Promise<TrackedEvent | undefined>,
): Promise<TrackedEvent> {
  const first = await findTrackedEvent(db, { projectId, ownId })
  if (first) return first
  await deleteOrphanedKey(db, { projectId, ownId })
  const tracked = (await write()) ?? (await findTrackedEvent(db, { projectId, ownId }))
  if (!tracked) throw new Error('the id of an event is neither free nor taken')
  return tracked
}

function toTrackedCall({ projectId, isPublic, body }: Call, source: LedgerSource, now: Date): TrackedCall {
  const { email, event: name, subscribed, topics, data, occurredAt, id } = body
  const eventData = toEventData({ data, isPublic })
  return {
    projectId,
    source,
    isPublic,
    wish: isPublic || body.confirm ? wishOf(body) : undefined,
    mustConfirm: body.confirm,
    // The event and the contact each store it.
    bytes: 2 * sizeWithinLimit(eventData),
    // Separate by kind of key: a public key, which anyone can copy from a page, must not use up ids of the server's events.
    ownId: id === undefined ? undefined : `${isPublic ? 'public' : 'secret'} ${id}`,
    // Created before the id of the event, so that the events of the contact's changes sort first.
    contact: toContactInputRow({
      projectId,
      email,
      subscribed,
      subscribedIfNew: true,
      // Anyone can copy a public key from a page: it must not subscribe contacts that have left.
      ...(isPublic && { by: 'public' as const }),
      topics,
      data: toDataChange(toContactData(data)),
      now,
    }),
    event: { ...timeOf(occurredAt, now), name, data: eventData },
  }
}

function wishOf({ subscribed, topics, confirm }: Call['body']): TrackedWish | undefined {
  if (subscribed === false) return undefined
  const wished = Object.keys(topics).filter((key) => topics[key] === true)
  const subscribe = subscribed ?? confirm
  return subscribe || wished.length > 0 ? { subscribe, topics: wished } : undefined
}

/** The id is derived from the time, because partitions and lists are ordered by id. */
function timeOf(occurredAt: Date | undefined, now: Date): { id: EventId; at: Date } {
  if (occurredAt === undefined) return { id: newId(now), at: now }
  const ageMs = now.getTime() - occurredAt.getTime()
  if (ageMs < -CLOCK_SKEW_MS) throw invalidTime('must not be in the future')
  if (ageMs > OLDEST_MS) throw invalidTime('must be at most 30 days ago')
  return ageMs <= 0 ? { id: newId(now), at: now } : { id: newIdOf(occurredAt), at: occurredAt }
}

const invalidTime = (message: string) => invalidFields({ field: 'occurredAt', message, code: 'invalid_date' })

function sizeWithinLimit(data: Record<string, unknown>): number {
  const bytes = Buffer.byteLength(JSON.stringify(data))
  if (bytes <= LARGEST_DATA_BYTES) return bytes
  throw invalidFields({ field: 'data', message: 'must be at most 64 kB of JSON', code: 'too_big' })
}

/** Deletes callers' own ids after 7 days, and arrival times after a minute. */
export async function tidyTracking({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldKeys(database.db, new Date(now - KEYS_KEPT_MS))
  await deleteOldArrivals(database.db, new Date(now - MINUTE_MS))
}
