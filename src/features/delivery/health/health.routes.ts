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
        summary: 'Get the sending health of the project',
        description:
          'Returns bounce and complaint rates, and whether marketing email was paused because of them.',
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
        summary: 'Resume paused marketing email',
        description:
          'Resumes marketing email after it was paused for a high bounce or complaint rate. Only emails sent afterwards count towards the rates. Returns 400 if marketing email is not paused.',
        response: answers({ 200: ProjectHealth }),
      },
    },
    ({ db, projectId }) => resumeMarketing(db, { projectId, now: clock.now() }),
  )
}
