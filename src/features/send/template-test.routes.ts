import type { Deps } from '../../platform/deps.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { createSendToAddresses } from './send-to-addresses.service.ts'
import { SendRequest } from './send.schema.ts'
import { TemplateTest, TemplateTested } from './template-test.schema.ts'

/** Part of send and not of templates, which do not send. */
export function templateTestRoutes(app: App, deps: Deps): void {
  const sendToAddresses = createSendToAddresses(deps)

  app.post(
    '/templates/:id/test',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags: ['Templates'],
        operationId: 'testTemplate',
        summary: 'Send a test email of a template',
        description:
          'Sends the saved template to up to five addresses. Variables are filled with `data`, then with the data of the contact who has the address, if there is one. Creates no contacts, uses no coupon codes, and ignores subscriptions; an address on the suppression list gets nothing. Returns 403 `DOMAIN_NOT_VERIFIED` if the domain of the sender is not verified.',
        params: idParams<'template'>(),
        body: TemplateTest,
        response: answers({ 200: TemplateTested }, [404]),
      },
    },
    async (request) => {
      const { late, projectId, params } = request
      const { email, emails, data, from, language } = request.body
      const to = emails ?? [email].filter((one) => typeof one === 'string')
      const sent = SendRequest.parse({ to, template: params.id })
      return {
        emails: await sendToAddresses(late, {
          projectId,
          source: callerSource(request),
          request: { ...sent, data, from, language },
          kind: 'TEST',
        }),
      }
    },
  )
}
