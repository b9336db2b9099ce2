// The secret that the requests of WEBHOOK steps are signed with.
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { WorkflowSecret, WorkflowSecretRotate } from '../workflows.schema.ts'
import { rotateSigningSecret, showSigningSecret } from './signing-secret.service.ts'

const tags = ['Workflows']

export function workflowSecretRoutes(app: App, { clock, secrets }: Deps): void {
  app.post(
    '/workflows/:id/signing-secret',
    {
      config: { access: 'full', secretFields: ['secret'] },
      schema: {
        tags,
        operationId: 'getWorkflowSigningSecret',
        summary: 'Get the signing secret of a workflow',
        description:
          'Requests of WEBHOOK steps are signed with this secret, as defined by Standard Webhooks. It stays the same until it is rotated; a duplicate of the workflow has its own.',
        params: idParams<'workflow'>(),
        response: answers({ 200: WorkflowSecret }, [404]),
      },
    },
    async ({ db, projectId, params }) => ({
      secret: await showSigningSecret(db, { projectId, workflowId: params.id, secrets }),
    }),
  )

  app.post(
    '/workflows/:id/signing-secret/rotate',
    {
      config: { access: 'full', secretFields: ['secret'] },
      schema: {
        tags,
        operationId: 'rotateWorkflowSigningSecret',
        summary: 'Rotate the signing secret of a workflow',
        description:
          'Creates a new secret. During the grace period, requests of WEBHOOK steps carry two signatures, so that both the old and the new secret verify them.',
        params: idParams<'workflow'>(),
        body: WorkflowSecretRotate,
        response: answers({ 200: WorkflowSecret }, [404]),
      },
    },
    async ({ db, projectId, params, body: { graceSeconds } }) => {
      const ref = { projectId, workflowId: params.id }
      return { secret: await rotateSigningSecret(db, { ...ref, secrets, graceSeconds, now: clock.now() }) }
    },
  )
}
