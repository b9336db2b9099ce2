import { isInbox } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { verifyDomain } from './check.service.ts'
import { toDomain } from './domain-view.ts'
import { countDomains, findDomain, listDomains } from './domains.queries.ts'
import type { DomainWithKeys } from './domains.queries.ts'
import { addKey, rotateKey } from './dkim-keys.service.ts'
import {
  Domain,
  DomainCreate,
  DomainKeyCreate,
  DomainList,
  DomainListQuery,
  DomainPatch,
} from './domains.schema.ts'
import { addDomain, changeDomain, removeDomain } from './domains.service.ts'

const tags = ['Domains']

export function domainRoutes(app: App, deps: Deps): void {
  const { clock, config, secrets } = deps
  const listing = createListing(secrets)

  app.get(
    '/domains',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listDomains',
        summary: 'List domains',
        description: 'Returns the sender domains of the project with their DNS records, newest first.',
        querystring: DomainListQuery,
        response: answers({ 200: DomainList }),
      },
    },
    (request) => {
      const filter = { verified: request.query.verified, isInbox: isInbox(config) }
      return listing(request, {
        name: 'domains',
        page: (db, options) => listDomains(db, { ...options, filter }),
        count: (db, { projectId }) => countDomains(db, { projectId, filter }),
        item: (row: DomainWithKeys) => toDomain(row, config),
      })
    },
  )

  app.post(
    '/domains',
    {
      config: { access: 'full', audit: 'domain.created', beginsLate: true },
      schema: {
        tags,
        operationId: 'createDomain',
        summary: 'Add a domain',
        description:
          'Adds a domain that you want to send from. The response contains the DNS records; publish them, then call POST /domains/{id}/verify. Returns 409 if the project already has the domain, or if another project of this server has verified it.',
        body: DomainCreate,
        response: answers({ 201: Domain }),
      },
    },
    async (request, reply) => {
      const row = await addDomain(request.late, {
        ...request.body,
        projectId: request.projectId,
        clock,
        secrets,
        config,
      })
      request.auditTarget = request.body.domain
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
        summary: 'Get a domain',
        description: 'Returns the domain with its DNS records and the result of the last check.',
        params: idParams<'domain'>(),
        response: answers({ 200: Domain }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findDomain(db, { projectId, domainId: params.id })
      if (!row) throw new AppError('DOMAIN_NOT_FOUND')
      return toDomain(row, config)
    },
  )

  app.patch(
    '/domains/:id',
    {
      config: { access: 'full', role: 'owner', audit: 'domain.updated' },
      schema: {
        tags,
        operationId: 'updateDomain',
        summary: 'Update a domain',
        description:
          'Sets the transports that send for the domain, in the order in which they are tried. Email that waits follows the new order at its next attempt, within seconds.',
        params: idParams<'domain'>(),
        body: DomainPatch,
        response: answers({ 200: Domain }, [404]),
      },
    },
    async ({ db, projectId, params, body: patch }) =>
      toDomain(await changeDomain(db, { projectId, domainId: params.id, patch, clock }), config),
  )

  app.post(
    '/domains/:id/verify',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'verifyDomain',
        summary: 'Verify a domain',
        description:
          'Checks the DNS records of the domain now and returns it with the results. The domain is verified when all required records are in place.',
        params: idParams<'domain'>(),
        response: answers({ 200: Domain }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await verifyDomain(db, { deps, projectId, domainId: params.id })
      return toDomain(row, config)
    },
  )

  app.post(
    '/domains/:id/rotate',
    {
      config: { access: 'full', audit: 'domain.key-rotated', beginsLate: true },
      schema: {
        tags,
        operationId: 'rotateDomainKey',
        summary: 'Rotate the DKIM key of a domain',
        description:
          'Creates a new DKIM key, published as the one before. With `dkim: "txt"` publish its record, the one with `keyState: "NEXT"`; with `cname` its record is published in the zone of this server. The new key signs as soon as it is found in DNS, and until then the old key does. Returns 400 if the domain is not verified, a rotation is already in progress, or both aliases are still in use.',
        params: idParams<'domain'>(),
        response: answers({ 200: Domain }, [404]),
      },
    },
    async ({ late, projectId, params }) => {
      const row = await rotateKey(late, { projectId, domainId: params.id, clock, secrets, config })
      return toDomain(row, config)
    },
  )

  app.post(
    '/domains/:id/keys',
    {
      config: { access: 'full', audit: 'domain.key-added', beginsLate: true },
      schema: {
        tags,
        operationId: 'createDomainKey',
        summary: 'Add a DKIM key to a domain',
        description:
          'Changes how the DKIM key of the domain is published, chooses its selector, or takes a key of your own. The new key signs as soon as its record is found in DNS, and until then the old key does; the record of the old one is needed for 7 days more. A key that still waits for DNS is replaced, and so is that of a domain that was never verified.',
        params: idParams<'domain'>(),
        body: DomainKeyCreate,
        response: answers({ 201: Domain }, [404]),
      },
    },
    async ({ late, projectId, params, body: key }, reply) => {
      const row = await addKey(late, { projectId, domainId: params.id, key, clock, secrets, config })
      return reply.code(201).send(toDomain(row, config))
    },
  )

  app.delete(
    '/domains/:id',
    {
      config: { access: 'full', role: 'admin', audit: 'domain.deleted' },
      schema: {
        tags,
        operationId: 'deleteDomain',
        summary: 'Delete a domain',
        description:
          'Deletes the domain and its DKIM keys. Emails can no longer be sent from it. Returns 409 `RESOURCE_IN_USE` while a SCHEDULED or SENDING campaign uses it as its sender; the message names the campaign.',
        params: idParams<'domain'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeDomain(db, { projectId, domainId: params.id })
      return reply.code(204).send()
    },
  )
}
