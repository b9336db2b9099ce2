// All that is wrong with a body, in one answer. The schema says what is wrong with each field and then stops: what fields
// lack together, and whether there is a sender, is asked here for bodies that it has refused.
import type { Database } from '../../platform/db/client.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createProjectFinder } from '../projects/index.ts'
import { problemsBeside } from './send.schema.ts'

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
    const beside = problemsBeside(given).map(({ path = [], message, code }) => ({
      field: path.join('.'),
      message,
      code,
    }))
    // A template may have a sender; which one it is is asked only of bodies that are right.
    if ((given.from ?? given.template ?? null) !== null) return beside
    const project = await findProject(projectId)
    return project.default_from === null ? [...beside, SENDER_MISSING] : beside
  }
}
