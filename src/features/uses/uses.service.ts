import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { findUsingRecord } from './uses.queries.ts'
import type { UsedRecord, UsingRecord } from './uses.queries.ts'

const SUBJECTS: Record<UsedRecord['kind'], string> = {
  segment: 'The segment',
  domain: 'The domain',
  template: 'The template',
  topic: 'The topic',
  partial: 'The partial',
  coupon_list: 'The coupon list',
  membership: 'The tracked membership of the segment',
}

const USERS: Record<UsingRecord['kind'], { name: string; suggestion: string }> = {
  campaign: {
    name: 'campaign',
    suggestion: 'Cancel or delete the campaign first, or wait until it has been sent.',
  },
  recurring_campaign: {
    name: 'recurring campaign',
    suggestion: 'Disable the recurring campaign or change it first.',
  },
  workflow: { name: 'workflow', suggestion: 'Disable the workflow or change it first.' },
  form: { name: 'form', suggestion: 'Disable the form or change it first.' },
  template: { name: 'template', suggestion: 'Change the template first: take it out of its content.' },
  partial: { name: 'partial', suggestion: 'Change that partial first: take it out of its body.' },
}

type RecordToDelete = {
  projectId: ProjectId
  used: UsedRecord
  /** Locked records of its kind that need it, nearest first: their ids, and the names on the path to this record. */
  through?: ReadonlyMap<string, readonly string[]>
}

/**
 * Call it after locking the row of the record to delete: earlier uses have then been committed, and new ones wait for the
 * lock. @throws AppError RESOURCE_IN_USE
 */
export async function requireUnused(
  trx: Trx,
  { projectId, used, through = new Map() }: RecordToDelete,
): Promise<void> {
  const user = await findUsingRecord(trx, { projectId, kind: used.kind, ids: [used.id, ...through.keys()] })
  if (!user) return
  const path = through.get(user.usedId)
  const chain = path ? `, through the ${used.kind} ${path.join(', which refers to ')}` : ''
  throw new AppError('RESOURCE_IN_USE', {
    message: `${SUBJECTS[used.kind]} is in use by the ${USERS[user.kind].name} ${user.id}${chain}.`,
    suggestion: USERS[user.kind].suggestion,
  })
}
