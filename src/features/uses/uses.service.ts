import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { findUser } from './uses.queries.ts'
import type { Used, User } from './uses.queries.ts'

const SUBJECTS: Record<Used['kind'], string> = {
  segment: 'The segment',
  domain: 'The domain',
  template: 'The template',
  membership: 'The tracked membership of the segment',
}

const WHAT_TO_DO: Record<User['kind'], string> = {
  campaign: 'Cancel or delete the campaign first, or wait until it has been sent.',
  workflow: 'Disable the workflow or change it first.',
}

type RecordToDelete = {
  projectId: ProjectId
  used: Used
  /** Records of its kind that need it, nearest first, also locked: their ids, and the names from each of them to this one. */
  through?: ReadonlyMap<string, readonly string[]>
}

/**
 * For who is about to delete a record and has locked its row: whoever began to use it before has committed by then, and
 * who wants to from now on waits for the row. @throws AppError RESOURCE_IN_USE
 */
export async function requireUnused(
  trx: Trx,
  { projectId, used, through = new Map() }: RecordToDelete,
): Promise<void> {
  const user = await findUser(trx, { projectId, kind: used.kind, ids: [used.id, ...through.keys()] })
  if (!user) return
  const path = through.get(user.usedId)
  const chain = path ? `, through the ${used.kind} ${path.join(', which refers to ')}` : ''
  throw new AppError('RESOURCE_IN_USE', {
    message: `${SUBJECTS[used.kind]} is in use by the ${user.kind} ${user.id}${chain}.`,
    suggestion: WHAT_TO_DO[user.kind],
  })
}
