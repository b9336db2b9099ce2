// Decides what a call of POST /v1/track means, and writes it together with the calls that come at the same time.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { createGroupCommit } from '../../platform/db/batching/group-commit.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidFields } from '../../platform/errors.ts'
import { newId, newIdOf } from '../../platform/ids.ts'
import type { EventId, ProjectId } from '../../platform/ids.ts'
import {
  DATA_KEY_LIMIT,
  listUnsubscribed,
  toDataChange,
  toGivenContact,
  withClearRefusals,
} from '../contacts/index.ts'
import { LARGEST_DATA_BYTES } from '../contacts/contacts.schema.ts'
import { dropWaitingMarketing } from '../delivery/index.ts'
import { EVENT_NAME_LIMIT } from '../events/index.ts'
import { toContactData, toEventData } from './event-data.ts'
import {
  deleteOldArrivals,
  deleteOldKeys,
  deleteOrphanedKey,
  findTracked,
  trackEvents,
} from './track.queries.ts'
import type { Tracked, TrackedCall } from './track.queries.ts'
import type { TrackRequest } from './track.schema.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// Clocks of servers and browsers differ by seconds; what is ahead by more was meant for another time.
const CLOCK_SKEW_MS = MINUTE_MS

const OLDEST_MS = 30 * DAY_MS

const KEYS_KEPT_MS = 7 * DAY_MS

type Call = {
  projectId: ProjectId
  isPublic: boolean
  body: z.output<typeof TrackRequest>
  /** The open transaction of a request with an Idempotency-Key: such a call is written in it, alone. */
  db: Db | Trx
}

export type Tracker = (call: Call) => Promise<Tracked>

export function createTracker({ database, clock }: Pick<Deps, 'database' | 'clock'>): Tracker {
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
  return async (call) => {
    const { db } = call
    const tracked = toTrackedCall(call, clock.now())
    await claimNames(db, tracked)
    const write = async () => {
      if (call.body.subscribed === false) return inTransaction(db, (trx) => trackLeaving(trx, tracked))
      return db.isTransaction ? (await trackEvents(db as Trx, [tracked]))[0] : commit(tracked)
    }
    return withClearRefusals(async () => (await write()) ?? repeat(db, tracked, write))
  }
}

/** Alone, because marketing email that waits goes in the same transaction, and is locked after the contact. */
async function trackLeaving(trx: Trx, call: TrackedCall): Promise<Tracked | undefined> {
  const [tracked] = await trackEvents(trx, [call])
  const { projectId, contact } = call
  if (tracked) {
    const contactIds = await listUnsubscribed(trx, { projectId, emails: [contact.email] })
    if (contactIds.length > 0) await dropWaitingMarketing(trx, { projectId, contactIds, now: contact.at })
  }
  return tracked
}

/** The caller's own id was used before: the same answer again. If that event is gone with its contact, the id is free. */
async function repeat(
  db: Db | Trx,
  { projectId, ownId = '' }: TrackedCall,
  write: () => Promise<Tracked | undefined>,
): Promise<Tracked> {
  const first = await findTracked(db, { projectId, ownId })
  if (first) return first
  await deleteOrphanedKey(db, { projectId, ownId })
  const tracked = (await write()) ?? (await findTracked(db, { projectId, ownId }))
  if (!tracked) throw new Error('the id of an event is neither free nor taken')
  return tracked
}

function toTrackedCall({ projectId, isPublic, body }: Call, now: Date): TrackedCall {
  const { email, event: name, subscribed, data, occurredAt, id } = body
  const eventData = toEventData({ data, isPublic })
  return {
    projectId,
    isPublic,
    // Once for the event, and once for the contact.
    bytes: 2 * sizeWithinLimit(eventData),
    // Apart by kind: who has read the public key off a page must not use up the ids of the server's own events.
    ownId: id === undefined ? undefined : `${isPublic ? 'public' : 'secret'} ${id}`,
    // Before the id of the event, which comes after what it does to the contact.
    contact: toGivenContact({
      projectId,
      email,
      subscribed,
      subscribedIfNew: true,
      // Anyone can read a public key off a page: it may subscribe people, not those who have left.
      ...(isPublic && { by: 'public' as const }),
      data: toDataChange(toContactData(data)),
      now,
    }),
    event: { ...timeOf(occurredAt, now), name, data: eventData },
  }
}

/** The id and the time of the event: partitions and lists go by the id, so it is made of the time. */
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

/** Forgets callers' own ids after 7 days, and who was how fast after a minute. */
export async function tidyTracking({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await deleteOldKeys(database.db, new Date(now - KEYS_KEPT_MS))
  await deleteOldArrivals(database.db, new Date(now - MINUTE_MS))
}
