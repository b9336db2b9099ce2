// Cleans up after an earlier run of the command, which may have been killed at any step.
import type pg from 'pg'
import type { ProjectId } from '../../../platform/ids.ts'
import { dropFences } from '../../../platform/moves/fences.ts'
import { deleteMove, endPause, findMove } from '../../../platform/moves/move-states.ts'
import type { MoveRow } from '../../../platform/moves/move-states.ts'
import { removeRows, skipTriggers } from '../../../platform/moves/remove-rows.ts'
import { deleteKeys } from '../../../platform/secrets/project-keys.ts'

type SettleInput = { projectId: ProjectId; sourceControl: pg.Client; targetControl: pg.Client }

/**
 * Cleans up after a move that was interrupted before the source had left, or returns the one that has. Both sides say
 * which: the target is never touched once it is active.
 */
export async function settle({
  projectId,
  sourceControl,
  targetControl,
}: SettleInput): Promise<MoveRow | undefined> {
  const here = await findMove(sourceControl, projectId, { isLocking: true })
  if (here?.state === 'left') return requireHandedOver({ projectId, targetControl }, here)
  if (here?.state === 'arriving' || here?.state === 'arrived') {
    throw new Error('The project is arriving here at the moment. Complete that move first.')
  }
  // First, so that nothing can leave the source any more while the target is cleaned.
  if (here && here.state !== 'home' && !(await endPause(sourceControl, { projectId, epoch: here.epoch }))) {
    return settle({ projectId, sourceControl, targetControl })
  }
  await dropFences(sourceControl, { projectId })
  // Otherwise the copy came from another installation, which may have given the project up already.
  const isOurs = here !== undefined && here.state !== 'home'
  if (!isOurs && !(await hasProject(sourceControl, projectId))) return undefined
  const there = await findMove(targetControl, projectId, { isLocking: true })
  if (there?.state === 'arriving' || there?.state === 'arrived') {
    await skipTriggers(targetControl)
    await removeRows(targetControl, projectId)
    await deleteMove(targetControl, { projectId, epoch: there.epoch })
    // An installation that the project has left before leads its older links on.
    if (!(await findMove(targetControl, projectId))) await deleteKeys(targetControl, projectId)
    await targetControl.query('reset session_replication_role')
  }
  return undefined
}

async function hasProject(client: pg.Client, projectId: ProjectId): Promise<boolean> {
  return (await client.query('select from projects where id = $1', [projectId])).rowCount !== 0
}

async function requireHandedOver(
  { projectId, targetControl }: Pick<SettleInput, 'projectId' | 'targetControl'>,
  here: MoveRow,
): Promise<MoveRow> {
  const there = await findMove(targetControl, projectId)
  const isThere = there?.state === 'arrived' || there?.state === 'home'
  // A higher epoch: the project was active there, and has moved on or is about to.
  if (there && (there.epoch > here.epoch || (there.epoch === here.epoch && isThere))) return here
  throw new Error(
    `The project has left this installation for ${here.other_url ?? 'another one'}, which is not the one given.`,
  )
}
