import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { DraftRender, TemplateParams } from '../templates/templates.schema.ts'
import {
  ContentChecks,
  DraftChecksRequest,
  TemplateChecksRequest,
  TemplateLinksRequest,
} from './content-checks.schema.ts'
import { createEmailCheck, readLinks } from './content-checks.service.ts'
import type { CheckedEmail, EmailToCheck } from './content-checks.service.ts'
import { createLinkCheck } from './links/check-links.service.ts'
import { LinkChecks } from './links/links.schema.ts'
import { draftToCheck, templateToCheck } from './email-to-check.service.ts'

const tags = ['Templates']

export function contentCheckRoutes(app: App, deps: Deps): void {
  const check = createEmailCheck(deps)
  const checkLinks = createLinkCheck(deps)
  const linksOf = async (db: Parameters<typeof check>[0], email: EmailToCheck) => {
    const links = await readLinks(db, { threads: deps.threads, ...email })
    return checkLinks({
      projectId: email.projectId,
      links: links.map((link) => ({ ...link, field: 'body' })),
    })
  }

  app.post(
    '/templates/checks',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'checkDraft',
        summary: 'Check a template that is not saved',
        description:
          'Finds what readers would notice: features that email clients do not support, images without alt text, links that lead nowhere, and HTML that Gmail would cut off. Every finding has a line of the body where possible. With `spam` it also asks SpamAssassin. Nothing is saved or sent.',
        body: DraftChecksRequest,
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

  app.post(
    '/templates/checks/links',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'checkDraftLinks',
        summary: 'Check the links of a template that is not saved',
        description:
          'Asks every link with a fixed address whether it answers: HEAD, then GET. At most 50 links, 3 redirects and 5 seconds each, 20 seconds together, two at a time per host, public addresses only. Links of this installation and links with variables are not asked. Returns 429 while the project checks other links.',
        body: DraftRender,
        response: answers({ 200: LinkChecks }, [404]),
      },
    },
    async ({ late, projectId, body }) => linksOf(late.db, await draftToCheck(late.db, { projectId }, body)),
  )

  app.post(
    '/templates/:id/checks/links',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'checkTemplateLinks',
        summary: 'Check the links of a template',
        description:
          'Checks the links of the latest version of a template, or of one of its translations, as `POST /templates/checks/links` does.',
        params: TemplateParams,
        body: TemplateLinksRequest,
        response: answers({ 200: LinkChecks }, [404]),
      },
    },
    async ({ late, projectId, params, body }) =>
      linksOf(late.db, await templateToCheck(late.db, { projectId, key: params.id }, body)),
  )
}

const toChecks = ({
  findings,
  htmlBytes,
  spam,
  clientDataDate,
}: CheckedEmail): z.output<typeof ContentChecks> => ({
  findings,
  htmlBytes,
  spam,
  clientDataDate,
})
