// Adds members to static segments and removes them: by address for callers, by contact in the transaction of another feature.
import type { z } from 'zod'
import type { CallerSource } from '../../platform/consent-source.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { AppError } from '../../platform/errors.ts'
import { ensureContacts, listByAddress } from '../contacts/index.ts'
import { recordMembershipEvents } from './membership/membership.queries.ts'
import { deleteMembers, insertMembers, lockSegment, lockSegmentShared } from './segments.queries.ts'
import type { LockedSegment, SegmentRef } from './segments.queries.ts'
import type { MembersAdd, MembersAdded, MembersRemoved } from './segments.schema.ts'
import type { ContactId } from '../../platform/ids.ts'

type AddMembersInput = SegmentRef & { body: z.output<typeof MembersAdd>; source: CallerSource; now: Date }

export async function addMembers(
  db: Db | Trx,
  input: AddMembersInput,
): Promise<z.infer<typeof MembersAdded>> {
  return inTransaction(db, async (trx) => {
    const { name, is_tracked: isTracked } = requireStatic(await lockSegment(trx, input))
    return addAddresses(trx, { ...input, ...(isTracked && { trackedAs: name }) })
  })
}

function requireStatic(segment: LockedSegment | undefined): LockedSegment {
  if (!segment) throw new AppError('SEGMENT_NOT_FOUND')
  if (segment.type !== 'STATIC') throw dynamicSegment()
  return segment
}

export const dynamicSegment = (): AppError =>
  new AppError('INVALID_STATE', {
    message: 'This segment is dynamic: its filters determine its members.',
    suggestion: 'Change its filters with PATCH /segments/{id}, or create a segment with type STATIC.',
  })

/** `trackedAs`: the name of the segment, if events are recorded for new members. */
export async function addAddresses(
  trx: Trx,
  { projectId, segmentId, body, trackedAs, source, now }: AddMembersInput & { trackedAs?: string },
): Promise<z.infer<typeof MembersAdded>> {
  const { emails, invalid } = parseAddresses(body.emails)
  const subscribed = body.subscribed ?? true
  const canCreate = body.createMissing ?? true
  const contacts = canCreate
    ? await ensureContacts(trx, { projectId, emails, subscribed, source, now })
    : (await listByAddress(trx, { projectId, emails })).map((contact) => ({ ...contact, isNew: false }))
  const contactIds = contacts.map(({ id }) => id)
  const added = await insertMembers(trx, { projectId, segmentId, contactIds, now })
  if (trackedAs !== undefined) {
    const entered = { projectId, segmentId, name: trackedAs, event: 'segment.entered', now } as const
    await recordMembershipEvents(trx, { ...entered, contactIds: added })
  }
  const known = new Set(contacts.map(({ email }) => email))
  return {
    added: added.length,
    created: contacts.filter(({ isNew }) => isNew).length,
    alreadyMember: contacts.length - added.length,
    invalid,
    notFound: emails.filter((email) => !known.has(email)),
  }
}

/** The distinct addresses in their normalized form. */
function parseAddresses(texts: readonly string[]): { emails: string[]; invalid: string[] } {
  const emails = new Set<string>()
  const invalid: string[] = []
  for (const text of texts) {
    const parsed = parseEmailAddress(text)
    if (parsed.ok) emails.add(parsed.address)
    else invalid.push(text)
  }
  return { emails: [...emails], invalid }
}

export async function removeMembers(
  db: Db | Trx,
  { projectId, segmentId, emails: texts, now }: SegmentRef & { emails: readonly string[]; now: Date },
): Promise<z.infer<typeof MembersRemoved>> {
  const ref = { projectId, segmentId }
  const { emails, invalid } = parseAddresses(texts)
  return inTransaction(db, async (trx) => {
    const { name, is_tracked: isTracked } = requireStatic(await lockSegment(trx, ref))
    const contacts = await listByAddress(trx, { projectId, emails })
    const contactIds = contacts.map(({ id }) => id)
    const removed = new Set(await deleteMembers(trx, { ...ref, contactIds }))
    if (isTracked) {
      const left = { ...ref, name, event: 'segment.left', now } as const
      await recordMembershipEvents(trx, { ...left, contactIds: [...removed] })
    }
    const found = new Set(contacts.filter(({ id }) => removed.has(id)).map(({ email }) => email))
    return { removed: removed.size, notFound: [...emails.filter((email) => !found.has(email)), ...invalid] }
  })
}

type ListChange = SegmentRef & { contactIds: readonly ContactId[]; now: Date }

/** @throws AppError if there is no such list */
export const addToList = (trx: Trx, change: ListChange): Promise<void> =>
  changeList(trx, change, { write: insertMembers, event: 'segment.entered' })

/** @throws AppError if there is no such list */
export const removeFromList = (trx: Trx, change: ListChange): Promise<void> =>
  changeList(trx, change, { write: deleteMembers, event: 'segment.left' })

type ListWrite = { write: typeof insertMembers; event: 'segment.entered' | 'segment.left' }

async function changeList(trx: Trx, change: ListChange, { write, event }: ListWrite): Promise<void> {
  const { name, is_tracked: isTracked } = requireStatic(await lockSegmentShared(trx, change))
  const contactIds = await write(trx, change)
  if (!isTracked || contactIds.length === 0) return
  await recordMembershipEvents(trx, { ...change, name, event, contactIds })
}
