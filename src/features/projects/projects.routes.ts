import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { findProject, toProject } from './projects.queries.ts'
import { Project, ProjectPatch } from './projects.schema.ts'
import { changeProject } from './projects.service.ts'
import type { CheckDoubleOptIn } from './projects.service.ts'

export function projectRoutes(
  app: App,
  { clock }: Deps,
  { checkDoubleOptIn }: { checkDoubleOptIn: CheckDoubleOptIn },
): void {
  app.get(
    '/project',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Project'],
        operationId: 'getProject',
        summary: 'Get the project',
        description: 'Returns the settings of the project that the API key belongs to.',
        response: answers({ 200: Project }),
      },
    },
    async ({ db, projectId }) => {
      const row = await findProject(db, { projectId })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND')
      return toProject(row)
    },
  )

  app.patch(
    '/project',
    {
      config: { access: 'full', role: 'admin', audit: 'project.updated' },
      schema: {
        tags: ['Project'],
        operationId: 'updateProject',
        summary: 'Update the project',
        description:
          'Changes the settings that the body contains; the others stay as they are. `null` clears a setting that may be empty. Fields of `doubleOptIn` and `archive` that are left out stay as they are, too; double opt-in can be enabled once the project has a sender that it may use.',
        body: ProjectPatch,
        response: answers({ 200: Project }),
      },
    },
    async ({ body, db, projectId }) => {
      const row = await changeProject(db, { projectId, patch: body, checkDoubleOptIn, now: clock.now() })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND')
      return toProject(row)
    },
  )
}
