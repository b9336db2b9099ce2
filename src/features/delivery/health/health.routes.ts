import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { ProjectHealth } from './health.schema.ts'
import { readHealth, resumeMarketing } from './health.service.ts'

const tags = ['Project']

export function healthRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/project/health',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getProjectHealth',
        summary: 'How well the mail of the project is received',
        response: answers({ 200: ProjectHealth }),
      },
    },
    ({ db, projectId }) => readHealth(db, { projectId, now: clock.now() }),
  )

  app.post(
    '/project/health/resume',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'resumeMarketing',
        summary: 'Let paused marketing mail flow again',
        response: answers({ 200: ProjectHealth }, [400, 409]),
      },
    },
    ({ db, projectId }) => resumeMarketing(db, { projectId, now: clock.now() }),
  )
}
