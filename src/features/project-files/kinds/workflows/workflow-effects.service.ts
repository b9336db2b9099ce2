import { inSavepoint } from '../../../../platform/db/transactions/savepoint.ts'
import { isDeepStrictEqual } from 'node:util'
import type { WorkflowId } from '../../../../platform/ids.ts'
import { isTooSlow } from '../../../filters/index.ts'
import { countEntrants, countInside, requireWorkflow } from '../../../workflows/index.ts'
import type { ChangeEffects, SaveContext } from '../../file-kind.ts'
import { peopleWords } from '../../words-of.ts'
import type { Definition, WorkflowFields } from './workflow-text.ts'

/** Counts the people inside, and the contacts who would enter at the next time of a schedule. */
export async function workflowEffects(
  context: SaveContext,
  { id, change: { fields, before } }: ChangeEffects<WorkflowFields>,
): Promise<string[]> {
  const { trx, projectId } = context
  const ref = { projectId, workflowId: id as WorkflowId }
  const saved = await requireWorkflow(trx, ref)
  const inside = before ? await countInside(trx, ref) : []
  const words = inside.map(({ version, people }) => {
    const are = people === 1 ? 'is' : 'are'
    const stay = people === 1 ? 'stays' : 'stay'
    return version === saved.version
      ? `${peopleWords(people)} ${are} inside version ${version}, which does not change.`
      : `${peopleWords(people)} ${are} inside version ${version} and ${stay} there.`
  })
  const isAsBefore =
    before?.fields.enabled === true &&
    isDeepStrictEqual([before.fields.trigger, before.fields.entry], [fields.trigger, fields.entry])
  if (!fields.enabled || isAsBefore || saved.trigger.type !== 'SCHEDULE') return words
  return [...words, await entrantWords(context, { ...ref, definition: saved, trigger: saved.trigger })]
}

type ScheduledWorkflow = {
  workflowId: WorkflowId
  definition: Definition
  trigger: Extract<Definition['trigger'], { type: 'SCHEDULE' }>
}

async function entrantWords(
  { trx, projectId, filters, now }: SaveContext,
  workflow: ScheduledWorkflow,
): Promise<string> {
  try {
    const people = await inSavepoint(trx, () => countEntrants(trx, { projectId, filters, now, ...workflow }))
    return `${peopleWords(people, 'contact')} would enter at the next time of its schedule.`
  } catch (error) {
    if (!isTooSlow(error)) throw error
    return 'Its filters are too slow to count the contacts that would enter at the next time of its schedule.'
  }
}
