import type { z } from 'zod'
import type { App } from '../../../platform/http/app-types.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Domain, DomainList } from '../../domains/domains.schema.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import {
  ResendDomain,
  ResendDomainChanged,
  ResendDomainCreate,
  ResendDomainList,
  ResendListQuery,
} from './resend-records.schema.ts'
import { queryOf, strictRecord, toDnsRecords, toResendDomain } from './resend-records.ts'
import { ResendError } from './resend.schema.ts'

type OwnDomain = z.output<typeof Domain>

const tags = ['Compatibility']
const CREATED = 201

const full = (domain: OwnDomain) => ({
  object: 'domain' as const,
  ...toResendDomain(domain),
  records: toDnsRecords(domain),
})

export function resendDomainRoutes(app: App, door: Door): void {
  const path = `${door.provider.path}/domains`

  app.post(
    path,
    {
      ...door.optionsFor('createDomain', strictRecord),
      schema: {
        tags,
        operationId: 'resendCreateDomain',
        summary: 'Add a domain in the form of Resend',
        description: 'Adds a sender domain; the answer lists the DNS records to publish.',
        body: ResendDomainCreate,
        response: doorAnswers({ 201: ResendDomain }, ResendError),
      },
    },
    async (request, reply) => {
      const body = { domain: request.body.name }
      const created = await door.call<OwnDomain>(request, 'createDomain', { body, isRepeatable: true })
      return reply.code(CREATED).send(full(created))
    },
  )

  app.get(
    path,
    {
      ...door.optionsFor('listDomains'),
      schema: {
        tags,
        operationId: 'resendListDomains',
        summary: 'List domains in the form of Resend',
        description: 'Returns the first domains, newest first.',
        querystring: ResendListQuery,
        response: doorAnswers({ 200: ResendDomainList }, ResendError),
      },
    },
    async (request) => {
      const { domains, hasMore } = await door.call<z.output<typeof DomainList>>(request, 'listDomains', {
        query: queryOf(request.query),
      })
      return { object: 'list' as const, data: domains.map(toResendDomain), has_more: hasMore }
    },
  )

  app.get(
    `${path}/:id`,
    {
      ...door.optionsFor('getDomain'),
      schema: {
        tags,
        operationId: 'resendGetDomain',
        summary: 'Get a domain in the form of Resend',
        description: 'Returns the domain with its DNS records.',
        params: idParams<'domain'>(),
        response: doorAnswers({ 200: ResendDomain }, ResendError),
      },
    },
    async (request) => full(await door.call<OwnDomain>(request, 'getDomain', { params: request.params })),
  )

  app.post(
    `${path}/:id/verify`,
    {
      ...door.optionsFor('verifyDomain'),
      schema: {
        tags,
        operationId: 'resendVerifyDomain',
        summary: 'Verify a domain in the form of Resend',
        description: 'Looks the DNS records up now. Get the domain to see the result.',
        params: idParams<'domain'>(),
        response: doorAnswers({ 200: ResendDomainChanged }, ResendError),
      },
    },
    async (request) => {
      await door.call(request, 'verifyDomain', { params: request.params })
      return { object: 'domain' as const, id: request.params.id }
    },
  )

  app.delete(
    `${path}/:id`,
    {
      ...door.optionsFor('deleteDomain'),
      schema: {
        tags,
        operationId: 'resendDeleteDomain',
        summary: 'Delete a domain in the form of Resend',
        description: 'Deletes the domain, unless something uses it.',
        params: idParams<'domain'>(),
        response: doorAnswers({ 200: ResendDomainChanged }, ResendError),
      },
    },
    async (request) => {
      await door.call(request, 'deleteDomain', { params: request.params })
      return { object: 'domain' as const, id: request.params.id, deleted: true as const }
    },
  )
}
