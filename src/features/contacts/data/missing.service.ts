import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { contactCondition } from '../record/contacts.service.ts'
import { countMissing } from './missing.queries.ts'
import type { MissingFields, MissingFieldsQuery } from './missing.schema.ts'
import { pathOf } from './variable-path.ts'

type MissingInput = z.output<typeof MissingFieldsQuery> & {
  projectId: ProjectId
  filters: Filters
  segments: ContactSegments
  now: Date
  signal: AbortSignal
}

/** How many contacts have no value for each field. @throws AppError if counting takes too long */
export async function readMissingFields(
  db: Db | Trx,
  { fields, segmentId, filter: tree, subscribed, signal, ...tools }: MissingInput,
): Promise<z.input<typeof MissingFields>> {
  const { projectId, filters } = tools
  const matching = await contactCondition(db, { ...tools, tree, segmentId })
  const known = fields.map((field) => ({ field, path: pathOf(field) }))
  // One that can be looked up, at its place among the paths.
  const paths = known.flatMap(({ path }) => (path ? [path] : []))
  const run = (trx: Trx) => countMissing(trx, { projectId, matching, subscribed, paths })
  const { contacts, missing } = await filters.run(db, { projectId, run, signal })
  const counts = missing.values()
  return {
    contacts,
    fields: known.map(({ field, path }) => ({ field, missing: path ? (counts.next().value ?? 0) : null })),
  }
}
