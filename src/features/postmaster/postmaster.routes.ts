import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { requireOperator } from '../accounts/index.ts'
import {
  DomainPostmaster,
  InstancePostmaster,
  PostmasterQuery,
  SndsFigures,
  SndsQuery,
} from './postmaster.schema.ts'
import { readDomainPostmaster, readInstancePostmaster, readSnds } from './postmaster.service.ts'

const operator = {
  message: 'Only the owner of this installation can see its connections to mailbox providers.',
  suggestion: 'Ask the owner, or read the figures of a domain: GET /domains/{id}/postmaster.',
}

export function postmasterRoutes(app: App, { clock, config }: Deps): void {
  app.get(
    '/domains/:id/postmaster',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Domains'],
        operationId: 'getDomainPostmaster',
        summary: 'Get what Google says about a domain',
        description:
          'Returns the figures of Google Postmaster Tools about a verified domain, by day: reports of spam, authentication, encryption and delivery errors, and whether it follows the rules for senders. The installation needs credentials for Google, and its account there the domain; `state` says what is missing. Without days: the last 30. Days are kept for 13 months.',
        params: idParams<'domain'>(),
        querystring: PostmasterQuery,
        response: answers({ 200: DomainPostmaster }, [404]),
      },
    },
    ({ db, projectId, params, query }) =>
      readDomainPostmaster(db, { projectId, domainId: params.id, query, now: clock.now(), config }),
  )

  app.get(
    '/instance/postmaster',
    {
      config: { access: 'member', role: 'owner' },
      schema: {
        tags: ['Accounts'],
        operationId: 'getInstancePostmaster',
        summary: 'Get the connections to mailbox providers',
        description:
          'Returns whether the connections to Google Postmaster Tools and Microsoft SNDS work, since when they fail and why, and the domains of the account at Google. Only the owner of the installation can read it.',
        response: answers({ 200: InstancePostmaster }),
      },
    },
    async ({ db, user }) => {
      await requireOperator(db, user, operator)
      return readInstancePostmaster(db, config)
    },
  )

  app.get(
    '/instance/postmaster/snds',
    {
      config: { access: 'member', role: 'owner' },
      schema: {
        tags: ['Accounts'],
        operationId: 'getSndsFigures',
        summary: 'Get what Microsoft says about the addresses of this server',
        description:
          'Returns the figures of Microsoft SNDS (Outlook.com, Hotmail) about the sending addresses of this server by day, the latest first, and the addresses that Microsoft blocks now. Without days: the last 30. Days are kept for 13 months. Only the owner of the installation can read it.',
        querystring: SndsQuery,
        response: answers({ 200: SndsFigures }),
      },
    },
    async ({ db, user, query }) => {
      await requireOperator(db, user, operator)
      return readSnds(db, { query, now: clock.now() })
    },
  )
}
