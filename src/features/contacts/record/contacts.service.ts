import { hashAddress } from '../../../platform/consent-source.ts'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { violatedConstraint } from '../../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { keepLedger } from '../consent/consent.queries.ts'
import { forgetContacts } from '../../events/index.ts'
import { toDataChange } from '../data/contact-data.ts'
import type { ContactEmails } from '../contact-emails.ts'
import { countContacts, deleteContacts, lockForAddress, updateContacts } from './contacts.queries.ts'
import type { ContactRow } from './contacts.queries.ts'
import { toPause } from './pauses.ts'
import { setPause } from './pauses.queries.ts'
import { MOST_KEYS } from '../contacts.schema.ts'
import type { TopicChoices } from '../contacts.schema.ts'
import { listDataKeys } from '../data/data-keys.queries.ts'
import { upsertContacts } from '../upsert/upsert.queries.ts'
import type { UpsertResult } from '../upsert/upsert.queries.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Filters } from '../../filters/index.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import type { ContactSegments } from '../contact-segments.ts'

export type SaveContactInput = {
  projectId: ProjectId
  subscribed?: boolean | undefined
  topics?: TopicChoices | undefined
  /** null ends the pause. Absent: unchanged. */
  pausedUntil?: Date | null | undefined
  data: Record<string, unknown>
  source: LedgerSource
  emails: ContactEmails
  now: Date
}

/** Creates the contact, or merges into the one that has the address. */
export async function saveContact(
  db: Db | Trx,
  { data, subscribed, pausedUntil, emails, ...input }: SaveContactInput & { email: string },
): Promise<UpsertResult> {
  const pause = toPause(pausedUntil, input.now)
  const save = async (within: Db | Trx): Promise<UpsertResult> => {
    const write = { ...input, subscribed, subscribedIfNew: true, data: toDataChange(data) }
    const [saved] = await upsertContacts(within, [write])
    if (!saved) throw new Error('an upsert returned no row')
    return saved
  }
  return mapConstraintErrors(() =>
    subscribed === false || pause !== undefined
      ? inTransaction(db, async (trx) => {
          const { row, isNew } = await save(trx)
          const paused = await withPause(trx, { ...input, row, pause })
          if (subscribed === false) await emails.dropMarketing(trx, { ...input, contactIds: [row.id] })
          return { row: paused, isNew }
        })
      : save(db),
  )
}

type PausedRow = { projectId: ProjectId; row: ContactRow; pause: Date | null | undefined; now: Date }

/** Stores the pause, if one is given. @returns the contact with it */
async function withPause(trx: Trx, { projectId, row, pause, now }: PausedRow): Promise<ContactRow> {
  if (pause === undefined) return row
  await setPause(trx, { projectId, contactId: row.id, until: pause, now })
  return { ...row, paused_until: pause }
}

export async function changeContact(
  db: Db | Trx,
  { data, pausedUntil, ...input }: SaveContactInput & { contactId: ContactId; email?: string | undefined },
): Promise<ContactRow> {
  const { email, subscribed, topics, source, emails, ...ref } = input
  const pause = toPause(pausedUntil, ref.now)
  const row = await mapConstraintErrors(() =>
    inTransaction(db, async (trx) => {
      if (email !== undefined) await lockForAddress(trx, { ...ref, email })
      const { contactId, projectId, now } = ref
      const change = { contactId, email, subscribed, topics, data: toDataChange(data), source }
      const [changed] = await updateContacts(trx, { projectId, changes: [change], now })
      const paused = changed && (await withPause(trx, { projectId, row: changed, pause, now }))
      if (subscribed === false) await emails.dropMarketing(trx, { ...ref, contactIds: [ref.contactId] })
      return paused
    }),
  )
  if (!row) throw new AppError('CONTACT_NOT_FOUND')
  return row
}

type RemoveContactsInput = {
  projectId: ProjectId
  ids: readonly ContactId[]
  now: Date
  emails: ContactEmails
  secrets: Secrets
  /** Locks the contacts and returns those to delete. Absent: all. */
  lock?: () => Promise<ContactId[]>
}

/**
 * Deletes contacts with their events, and erases their email. Their consent ledger stays, under a keyed hash of the address.
 * @returns those that existed
 */
export async function removeContacts(
  db: Db | Trx,
  { projectId, ids, now, emails, secrets, lock }: RemoveContactsInput,
): Promise<ContactId[]> {
  return inTransaction(db, async (trx) => {
    const erase = await emails.prepareErasure(trx, { projectId, contactIds: ids })
    const deleted = await deleteContacts(trx, { projectId, ids: lock ? await lock() : ids })
    if (deleted.length === 0) return []
    const hashed = deleted.map(({ id, email }) => ({ id, hash: hashAddress(secrets, { projectId, email }) }))
    await keepLedger(trx, { projectId, deleted: hashed, now })
    const contactIds = deleted.map(({ id }) => id)
    await forgetContacts(trx, { projectId, contactIds, now })
    await erase({ contactIds, now })
    return contactIds
  })
}

/** Turns violations of the table's constraints into errors for the caller. */
export async function mapConstraintErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    switch (violatedConstraint(error)) {
      case 'contacts_email_unique':
        throw new AppError('CONFLICT', { message: 'Another contact has this address.', cause: error })
      case 'contacts_data_size':
        throw invalidFields({ field: 'data', message: DATA_TOO_BIG, code: 'too_big' })
      case 'contacts_data_keys':
        throw invalidFields({ field: 'data', message: DATA_TOO_MANY_KEYS, code: 'too_big' })
      case undefined:
      default:
        throw error
    }
  }
}

export const DATA_TOO_BIG = 'must be at most 64 kB of JSON, including the existing data of the contact'
export const DATA_TOO_MANY_KEYS = `must have at most ${MOST_KEYS.toLocaleString('en')} keys, including the existing ones of the contact`

// More than a person can look through.
const MOST_FIELDS = 1000

type Field = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'array' | 'object'
  types: Record<string, number>
  count: number
  coverage: number
}

export async function describeFields(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<Field[]> {
  const total = await countContacts(db, { projectId, filter: {} })
  const keys = await listDataKeys(db, { projectId, limit: MOST_FIELDS })
  return keys.map(({ key, count, types }) => ({
    key,
    type: (Object.keys(types)[0] ?? 'string') as Field['type'],
    types,
    count,
    coverage: total === 0 ? 0 : count / total,
  }))
}

type ContactSelection = {
  projectId: ProjectId
  tree: FilterTree | undefined
  segmentId: SegmentId | undefined
  filters: Filters
  segments: ContactSegments
  now: Date
}

/** An SQL condition for contacts that match the filter and are members of the segment; either may be absent. */
export async function contactCondition(
  db: Db | Trx,
  { projectId, tree, segmentId, filters, segments, now }: ContactSelection,
): Promise<RawBuilder<unknown> | undefined> {
  const conditions: RawBuilder<unknown>[] = []
  if (segmentId) conditions.push(await segments.members(db, { projectId, segmentId, now }))
  if (tree) conditions.push(await filters.matching(db, tree, { projectId, now, field: 'filter' }))
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}
