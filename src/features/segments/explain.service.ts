import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactId } from '../../platform/ids.ts'
import { findContact, stateOf } from '../contacts/index.ts'
import type { ContactRow } from '../contacts/index.ts'
import { explainFilter, filterWords, namesOf } from '../filters/index.ts'
import type { Filters } from '../filters/index.ts'
import { hasMember, readLeafResults } from './explain.queries.ts'
import type { SegmentRef } from './segments.queries.ts'
import { requireSegment } from './segments.service.ts'
import type { SegmentExplained } from './segments.schema.ts'

type ExplainInput = SegmentRef & { contactId: ContactId; filters: Filters; now: Date; signal: AbortSignal }

/** Why a contact is or is not a member, by its current state. */
export async function explainSegment(
  db: Db | Trx,
  { projectId, segmentId, contactId, filters, now, signal }: ExplainInput,
): Promise<z.input<typeof SegmentExplained>> {
  const segment = await requireSegment(db, { projectId, segmentId })
  const contact = await findContact(db, { projectId, contactId })
  if (!contact) throw new AppError('CONTACT_NOT_FOUND')
  if (!segment.filters) {
    const isMember = await hasMember(db, { projectId, segmentId, contactId })
    return { segmentId, contactId, isMember, words: null, conditions: [] }
  }
  const ready = await filters.prepare(db, segment.filters, { projectId, field: 'filters' })
  const columns = filters.leafColumns(ready, { projectId, now })
  const run = (trx: Trx) => readLeafResults(trx, { projectId, contactId, columns })
  const results = await filters.run(db, { projectId, run, signal })
  // The contact was deleted meanwhile.
  if (!results) throw new AppError('CONTACT_NOT_FOUND')
  const conditions = explainFilter(ready.tree, {
    contact: factsOf(contact),
    names: namesOf(ready),
    results,
  })
  return {
    segmentId,
    contactId,
    isMember: conditions[0]?.holds ?? false,
    words: filterWords(ready.tree, namesOf(ready)),
    conditions,
  }
}

const factsOf = (row: ContactRow) => ({
  email: row.email,
  subscribed: row.subscribed,
  subscriptionState: stateOf(row),
  pausedUntil: row.paused_until,
  topics: { choices: row.topic_choices as Record<string, boolean>, implied: [] },
  data: row.data,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
