// The bodies of SEND_EMAIL steps that are made of blocks. They are stored with the definition, so that everything that reads a
// body finds it; emails are generated again when they are sent, with the brand kit of that time.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { findBrand, resolveBody } from '../templates/index.ts'
import type { Step } from './steps.schema.ts'

type StepsInput = {
  projectId: ProjectId
  steps: Step[]
  /** The steps that the workflow had. */
  before?: readonly Step[]
}

const hasBlocks = (step: Step): boolean => step.type === 'SEND_EMAIL' && Boolean(step.config.blocks)

/** @throws AppError if a step has a body that differs from the one of its blocks */
export async function withBodies(
  db: Db | Trx,
  { projectId, steps, before = [] }: StepsInput,
): Promise<Step[]> {
  if (!steps.some(hasBlocks)) return steps
  const { kit } = await findBrand(db, { projectId })
  return steps.map((step, index) => {
    if (step.type !== 'SEND_EMAIL' || !step.config.blocks) return step
    const field = fieldPath(['steps', index, 'config', 'blocks'])
    const body = resolveBody(step.config, { kit, before: bodyOf(step.id, before), field })
    return { ...step, config: { ...step.config, ...body } }
  })
}

function bodyOf(id: string, steps: readonly Step[]): string | null {
  const step = steps.find((one) => one.id === id)
  return step?.type === 'SEND_EMAIL' ? (step.config.body ?? null) : null
}
