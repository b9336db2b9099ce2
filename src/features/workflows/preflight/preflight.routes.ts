import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { WorkflowPreflight, WorkflowPreflightAnswer } from './preflight.schema.ts'
import { checkSteps } from './preflight.service.ts'

export function workflowPreflightRoutes(app: App, { config, http }: Deps): void {
  app.post(
    '/workflows/preflight',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Workflows'],
        operationId: 'preflightWorkflow',
        summary: 'Check the senders and webhooks of a workflow',
        description:
          'Returns the steps whose email would fail because it has no sender or the project may not send from it, and the steps whose webhook would go to a private address. The workflow need not be saved or complete; nothing is sent or stored.',
        body: WorkflowPreflight,
        response: answers({ 200: WorkflowPreflightAnswer }),
      },
    },
    ({ db, projectId, body: { steps } }) => checkSteps(db, { projectId, steps, config, http }),
  )
}
