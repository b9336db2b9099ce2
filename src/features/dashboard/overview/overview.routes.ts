import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { Overview } from './overview.schema.ts'
import { readOverview } from './overview.service.ts'

export function overviewRoutes(app: App, { clock, config }: Deps): void {
  app.get(
    '/overview',
    {
      config: { access: 'read', isInternal: true },
      schema: {
        tags: ['Project'],
        operationId: 'getOverview',
        summary: 'Get the overview of the project',
        description:
          'Returns the email statistics of the last 30 days by day, the sending health with its limits, domains with problems, running campaigns and workflows, and the progress of the first steps.',
        response: answers({ 200: Overview }),
      },
    },
    ({ db, projectId }) => readOverview(db, { projectId, config, now: clock.now() }),
  )
}
