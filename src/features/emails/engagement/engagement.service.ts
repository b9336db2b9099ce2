import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { findContact } from '../../contacts/index.ts'
import { findProject } from '../../projects/index.ts'
import { listEngagement } from './engagement.queries.ts'
import type { ContactEngagement, EngagementPeriod } from './engagement.schema.ts'

// A year, and half of one.
const PERIODS = { month: 12, week: 26 }

type EngagementInput = { projectId: ProjectId; contactId: ContactId; by: EngagementPeriod; now: Date }

/** @throws AppError CONTACT_NOT_FOUND */
export async function readEngagement(
  db: Db | Trx,
  { projectId, contactId, by, now }: EngagementInput,
): Promise<z.input<typeof ContactEngagement>> {
  if (!(await findContact(db, { projectId, contactId }))) throw new AppError('CONTACT_NOT_FOUND')
  const timezone = (await findProject(db, { projectId }))?.timezone ?? 'UTC'
  const rows = await listEngagement(db, { projectId, contactId, by, count: PERIODS[by], timezone, now })
  return {
    by,
    timezone,
    periods: rows.map(({ start, sent, opened, clicked }) => ({ start, sent, opened, clicked })),
    isComplete: !rows.some(({ is_cut: isCut }) => isCut),
  }
}
