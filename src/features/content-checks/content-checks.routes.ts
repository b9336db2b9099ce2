import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { DraftRender, TemplateParams } from '../templates/templates.schema.ts'
import { ContentChecks, TemplateChecksRequest } from './content-checks.schema.ts'
import { createEmailCheck } from './content-checks.service.ts'
import type { CheckedEmail } from './content-checks.service.ts'
import { draftToCheck, templateToCheck } from './email-to-check.service.ts'

const tags = ['Templates']

export function contentCheckRoutes(app: App, deps: Deps): void {
  const check = createEmailCheck(deps)

  app.post(
    '/templates/checks',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'checkDraft',
        summary: 'Check a template that is not saved',
        description:
          'Finds what readers would notice: features that email clients do not support, images without alt text, links that lead nowhere, and HTML that Gmail would cut off. Every finding has a line of the body where possible. Nothing is saved or sent, and nobody else is asked.',
        body: DraftRender,
        response: answers({ 200: ContentChecks }, [404]),
      },
    },
    async ({ late, projectId, body }) =>
      toChecks(await check(late.db, await draftToCheck(late.db, { projectId }, body))),
  )

  app.post(
    '/templates/:id/checks',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'checkTemplate',
        summary: 'Check a template',
        description:
          'Checks the latest version of a template, or one of its translations, as `POST /templates/checks` does.',
        params: TemplateParams,
        body: TemplateChecksRequest,
        response: answers({ 200: ContentChecks }, [404]),
      },
    },
    async ({ late, projectId, params, body }) =>
      toChecks(await check(late.db, await templateToCheck(late.db, { projectId, key: params.id }, body))),
  )
}

const toChecks = ({ findings, htmlBytes, clientDataDate }: CheckedEmail): z.output<typeof ContentChecks> => ({
  findings,
  htmlBytes,
  clientDataDate,
})
