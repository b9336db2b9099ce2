// Decisions about segments. A dynamic one is its filter and nothing else: who is in it is found out when somebody asks.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import { countContacts, ensureContacts, listAndCountContacts, listByAddress } from '../contacts/index.ts'
import type { CountedPage } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import {
  deleteMembers,
  findSegment,
  insertMembers,
  insertSegment,
  isMember,
  lockSegment,
  updateMemberCount,
  updateSegment,
} from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'
import type {
  MembersAdd,
  MembersAdded,
  MembersRemoved,
  SegmentCreate,
  SegmentPatch,
} from './segments.schema.ts'

type Tools = { filters: Filters; now: Date }
type NewSegment = Tools & { projectId: ProjectId; given: z.output<typeof SegmentCreate> }

export async function createSegment(
  db: Db | Trx,
  { projectId, given, filters, now }: NewSegment,
): Promise<SegmentRow> {
  const ref = { projectId, segmentId: newId<SegmentId>(now) }
  const { name, description = null, filters: tree = null, emails } = given
  return inTransaction(db, async (trx) => {
    await insertSegment(trx, { ...ref, name, description, filters: tree, now })
    if (emails) await addAddresses(trx, { ...ref, given: { emails }, now })
    return countedSegment(trx, { ...ref, filters, now })
  })
}

type Change = Tools & SegmentRef & { given: z.output<typeof SegmentPatch> }

export async function changeSegment(
  db: Db | Trx,
  { projectId, segmentId, given, filters, now }: Change,
): Promise<SegmentRow> {
  const ref = { projectId, segmentId }
  return inTransaction(db, async (trx) => {
    const segment = await lockSegment(trx, ref)
    if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
    if (given.filters && segment.type === 'STATIC') {
      throw new AppError('INVALID_STATE', {
        message: 'This segment is static: it has members, but no filters.',
        suggestion: 'Create a new segment with filters.',
      })
    }
    await updateSegment(trx, { ...ref, ...given, now })
    return countedSegment(trx, { ...ref, filters, now })
  })
}

/** The segment with the number of its members now. @throws AppError if there is no such segment, or counting takes too long */
export async function countedSegment(
  db: Db | Trx,
  { projectId, segmentId, filters, now }: Tools & SegmentRef,
): Promise<SegmentRow> {
  const row = await findSegment(db, { projectId, segmentId })
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  if (!row.filters) return row
  const matching = filters.matches(row.filters, { projectId, now })
  const run = (trx: Trx) => countContacts(trx, { projectId, filter: { matching } })
  const count = await filters.run(db, { projectId, run })
  await updateMemberCount(db, { projectId, segmentId, count, readAt: row.updated_at, now })
  return { ...row, member_count: count, member_count_at: now }
}

type Listing = Tools & SegmentRef & { limit: number; before: string | undefined; isTotalWanted: boolean }

/** One page of the members, newest contacts first. */
export async function listSegmentContacts(
  db: Db | Trx,
  { projectId, segmentId, filters, now, isTotalWanted, ...page }: Listing,
): Promise<CountedPage> {
  const row = await findSegment(db, { projectId, segmentId })
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  if (!row.filters) {
    const filter = { matching: isMember({ projectId, segmentId }) }
    const found = await listAndCountContacts(db, { projectId, filter, isTotalWanted: false, ...page })
    return { ...found, total: isTotalWanted ? row.member_count : null }
  }
  const filter = { matching: filters.matches(row.filters, { projectId, now }) }
  const run = (trx: Trx) => listAndCountContacts(trx, { projectId, filter, isTotalWanted, ...page })
  return filters.run(db, { projectId, run })
}

// As many as fit on a screen beside the filter.
const SAMPLE_CONTACTS = 10

/** Who would be in a segment with this filter. */
export async function previewSegment(
  db: Db | Trx,
  { projectId, tree, filters, now }: Tools & { projectId: ProjectId; tree: FilterTree },
): Promise<CountedPage> {
  const filter = { matching: filters.matches(tree, { projectId, now }) }
  const run = (trx: Trx) =>
    listAndCountContacts(trx, {
      projectId,
      filter,
      limit: SAMPLE_CONTACTS,
      before: undefined,
      isTotalWanted: true,
    })
  return filters.run(db, { projectId, run })
}

type Adding = SegmentRef & { given: z.output<typeof MembersAdd>; now: Date }

export async function addMembers(db: Db | Trx, adding: Adding): Promise<z.infer<typeof MembersAdded>> {
  return inTransaction(db, async (trx) => {
    await requireStatic(trx, adding)
    return addAddresses(trx, adding)
  })
}

async function requireStatic(trx: Trx, ref: SegmentRef): Promise<void> {
  const segment = await lockSegment(trx, ref)
  if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
  if (segment.type === 'STATIC') return
  throw new AppError('INVALID_STATE', {
    message: 'This segment is dynamic: its filters decide who is in it.',
    suggestion: 'Change its filters with PATCH /segments/{id}, or create a segment with type STATIC.',
  })
}

async function addAddresses(
  trx: Trx,
  { projectId, segmentId, given, now }: Adding,
): Promise<z.infer<typeof MembersAdded>> {
  const { emails, invalid } = readAddresses(given.emails)
  const subscribed = given.subscribed ?? true
  const isMaking = given.createMissing ?? true
  const contacts = isMaking
    ? await ensureContacts(trx, { projectId, emails, subscribed, now })
    : (await listByAddress(trx, { projectId, emails })).map((contact) => ({ ...contact, isNew: false }))
  const contactIds = contacts.map(({ id }) => id)
  const added = await insertMembers(trx, { projectId, segmentId, contactIds, now })
  const known = new Set(contacts.map(({ email }) => email))
  return {
    added,
    created: contacts.filter(({ isNew }) => isNew).length,
    alreadyMember: contacts.length - added,
    invalid,
    notFound: emails.filter((email) => !known.has(email)),
  }
}

/** Each address once, as contacts have it. */
function readAddresses(texts: readonly string[]): { emails: string[]; invalid: string[] } {
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const text of texts) {
    const parsed = parseEmailAddress(text)
    if (parsed.ok) emails.add(parsed.address)
    else invalid.push(text)
  }
  return { emails: [...emails], invalid }
}

type Removing = SegmentRef & { emails: readonly string[] }

export async function removeMembers(
  db: Db | Trx,
  { projectId, segmentId, emails: texts }: Removing,
): Promise<z.infer<typeof MembersRemoved>> {
  const ref = { projectId, segmentId }
  const { emails, invalid } = readAddresses(texts)
  return inTransaction(db, async (trx) => {
    await requireStatic(trx, ref)
    const contacts = await listByAddress(trx, { projectId, emails })
    const contactIds = contacts.map(({ id }) => id)
    const removed = new Set(await deleteMembers(trx, { ...ref, contactIds }))
    const gone = new Set(contacts.filter(({ id }) => removed.has(id)).map(({ email }) => email))
    return { removed: removed.size, notFound: [...emails.filter((email) => !gone.has(email)), ...invalid] }
  })
}
