import { isInbox } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createCursors } from '../../platform/http/replies/cursors.ts'
import { list } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { IdParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import type { DomainId } from '../../platform/ids.ts'
import { verifyDomain } from './check.service.ts'
import { toDomain } from './domain-view.ts'
import { countDomains, deleteDomain, findDomain, listDomains } from './domains.queries.ts'
import { Domain, DomainCreate, DomainList, DomainListQuery } from './domains.schema.ts'
import { addDomain, rotateKey } from './domains.service.ts'

const tags = ['Domains']

export function domainRoutes(app: App, deps: Deps): void {
  const { clock, config, secrets } = deps
  const cursors = createCursors(secrets)

  app.get(
    '/domains',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listDomains',
        summary: 'List sender domains, newest first',
        querystring: DomainListQuery,
        response: answers({ 200: DomainList }, [400, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const { limit, cursor, total: isTotalWanted, verified } = request.query
      const filter = { verified, isInbox: isInbox(config) }
      const page = await listDomains(db, {
        projectId,
        filter,
        limit,
        before: cursors.decode('domains', projectId, cursor),
      })
      const total = isTotalWanted ? await countDomains(db, { projectId, filter }) : null
      return list('domains', {
        page,
        total,
        item: (row) => toDomain(row, config),
        cursorOf: (row) => cursors.encode('domains', projectId, row.id),
      })
    },
  )

  app.post(
    '/domains',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'createDomain',
        summary: 'Add a domain; the answer holds the DNS records to publish',
        body: DomainCreate,
        response: answers({ 201: Domain }, [400, 409, 422]),
      },
    },
    async (request, reply) => {
      const row = await addDomain(request.late, {
        ...request.body,
        projectId: request.projectId,
        clock,
        secrets,
      })
      return reply.code(201).send(toDomain(row, config))
    },
  )

  app.get(
    '/domains/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getDomain',
        summary: 'Get a domain with its DNS records',
        params: IdParams,
        response: answers({ 200: Domain }, [404]),
      },
    },
    async (request) => {
      const row = await findDomain(request.db, {
        projectId: request.projectId,
        domainId: request.params.id as DomainId,
      })
      if (!row) throw new AppError('DOMAIN_NOT_FOUND')
      return toDomain(row, config)
    },
  )

  app.post(
    '/domains/:id/verify',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'verifyDomain',
        summary: 'Look at DNS now',
        params: IdParams,
        response: answers({ 200: Domain }, [400, 404, 409]),
      },
    },
    async (request) => {
      const row = await verifyDomain(request.db, {
        deps,
        projectId: request.projectId,
        domainId: request.params.id as DomainId,
      })
      return toDomain(row, config)
    },
  )

  app.post(
    '/domains/:id/rotate',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'rotateDomainKey',
        summary: 'Make a new DKIM key, which takes over once its record is in DNS',
        params: IdParams,
        response: answers({ 200: Domain }, [400, 404, 409]),
      },
    },
    async (request) => {
      const row = await rotateKey(request.late, {
        projectId: request.projectId,
        domainId: request.params.id as DomainId,
        clock,
        secrets,
      })
      return toDomain(row, config)
    },
  )

  app.delete(
    '/domains/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteDomain',
        summary: 'Remove a domain and its keys',
        params: IdParams,
        response: answers({ 204: NoContent }, [400, 404, 409]),
      },
    },
    async (request, reply) => {
      const isDeleted = await deleteDomain(request.db, {
        projectId: request.projectId,
        domainId: request.params.id as DomainId,
      })
      if (!isDeleted) throw new AppError('DOMAIN_NOT_FOUND')
      return reply.code(204).send()
    },
  )
}
