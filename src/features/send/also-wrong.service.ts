// All that a body lacks, in one answer. The schema says what is wrong with each field and then stops: whether subject, body
// and sender are there is asked here for bodies that it has refused.
import type { Database } from '../../platform/db/client.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createProjectFinder } from '../projects/index.ts'
import { missingParts } from './send.schema.ts'

export type AlsoWrong = (body: unknown, projectId: ProjectId) => Promise<FieldProblem[]>

export const SENDER_MISSING: FieldProblem = {
  field: 'from',
  message:
    'is required: neither the template nor the project has a sender (PATCH /project {"defaultFrom": …})',
  code: 'required',
}

export function createAlsoWrong(database: Database): AlsoWrong {
  const findProject = createProjectFinder(database)
  return async (body, projectId) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
    const given = body as Record<string, unknown>
    const missing = missingParts(given).map(({ path, ...problem }) => ({ ...problem, field: path.join('.') }))
    // A template may have a sender; which one it is is asked only of bodies that are right.
    if ((given.from ?? given.template ?? null) !== null) return missing
    const project = await findProject(projectId)
    return project.default_from === null ? [...missing, SENDER_MISSING] : missing
  }
}
