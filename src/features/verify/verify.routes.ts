import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { VerifyAnswer, VerifyRequest } from './verify.schema.ts'
import { createVerifyAddress } from './verify.service.ts'

export function verifyRoutes(app: App, deps: Deps): void {
  const verifyAddress = createVerifyAddress(deps)

  app.post(
    '/v1/verify',
    {
      config: { access: 'send', beginsLate: true },
      schema: {
        tags: ['Verification'],
        operationId: 'verifyAddress',
        summary: 'Verify an address',
        description:
          'Checks the syntax of an address, looks for typos of well-known providers and for disposable domains, and asks DNS whether the domain accepts email. No email is sent.',
        body: VerifyRequest,
        response: answers({ 200: VerifyAnswer }),
      },
    },
    async ({ body }) => success(await verifyAddress(body.email)),
  )
}
