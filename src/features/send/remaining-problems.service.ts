// Reports every problem of a body in one answer. The schema stops after invalid fields; this checks the combination of
// fields, and whether there is a sender, for bodies that the schema has refused.
import type { Database } from '../../platform/db/client.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createProjectFinder } from '../projects/index.ts'
import { listRemainingProblems } from './send.schema.ts'

export type FindRemainingProblems = (body: unknown, projectId: ProjectId) => Promise<FieldProblem[]>

export const SENDER_MISSING: FieldProblem = {
  field: 'from',
  message:
    'is required: neither the template nor the project has a sender (PATCH /project {"defaultFrom": …})',
  code: 'required',
}

export function createRemainingProblemsFinder(database: Database): FindRemainingProblems {
  const findProject = createProjectFinder(database)
  return async (body, projectId) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
    const fields = body as Record<string, unknown>
    const problems = listRemainingProblems(fields).map(({ path = [], message, code }) => ({
      field: path.join('.'),
      message,
      code,
    }))
    // A template may have a sender; it is looked up only for valid bodies.
    if ((fields.from ?? fields.template ?? null) !== null) return problems
    const project = await findProject(projectId)
    return project.default_from === null ? [...problems, SENDER_MISSING] : problems
  }
}
