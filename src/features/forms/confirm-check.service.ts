import type { Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createDoubleOptInCheck } from '../opt-in/index.ts'
import { findProject } from '../projects/index.ts'

/** Throws if no confirmation could leave: everybody who uses the form would wait in vain. */
export type ConfirmCheck = (trx: Trx, input: { projectId: ProjectId }) => Promise<void>

export function createConfirmCheck(deps: Pick<Deps, 'config'>): ConfirmCheck {
  const check = createDoubleOptInCheck(deps)
  return async (trx, { projectId }) => {
    const project = await findProject(trx, { projectId })
    if (!project) return
    try {
      await check(trx, { ...project, double_opt_in: true })
    } catch (error) {
      if (!(error instanceof AppError) || !error.fields) throw error
      throw invalidFields(...error.fields.map((problem) => ({ ...problem, field: 'confirm' })))
    }
  }
}
