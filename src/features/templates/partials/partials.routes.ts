import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, NoContent, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { createTemplateRenderer, previewDraft } from '../render.service.ts'
import type { FindContact } from '../render.service.ts'
import { previewBody } from './partial-preview.ts'
import { listPartialsWithUses, toPartial, toPartialVersion, withUses } from './partial-view.service.ts'
import {
  countPartials,
  countPartialVersions,
  findPartial,
  findPartialVersion,
  listPartialVersions,
} from './partials.queries.ts'
import {
  EmailPartial,
  EmailPartialCreate,
  EmailPartialList,
  EmailPartialListQuery,
  EmailPartialPatch,
  EmailPartialRender,
  EmailPartialVersion,
  EmailPartialVersionList,
  EmailPartialVersionParams,
  RenderedEmailPartial,
} from './partials.schema.ts'
import { changePartial, createPartial, removePartial, requirePartial } from './partials.service.ts'

const tags = ['Partials']

type Tools = { findContact: FindContact }

export function partialRoutes(app: App, deps: Deps, tools: Tools): void {
  const { clock, secrets, threads } = deps
  const listing = createListing(secrets)

  app.get(
    '/partials',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listPartials',
        summary: 'List partials',
        description: 'Returns the partials of the project with the records that use them, newest first.',
        querystring: EmailPartialListQuery,
        response: answers({ 200: EmailPartialList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'partials',
        page: listPartialsWithUses,
        count: countPartials,
        item: toPartial,
      }),
  )

  app.post(
    '/partials',
    {
      config: { access: 'full', beginsLate: true, audit: 'partial.created' },
      schema: {
        tags,
        operationId: 'createPartial',
        summary: 'Create a partial',
        description:
          'Adds a piece of content that emails share. They name it by its `key`: `{% include "header" %}` inserts it, and `{% layout "base" %}` puts an email into the blocks of it. Returns 400 `TEMPLATE_SYNTAX` with line and column if it cannot be parsed, names a partial that does not exist, or would contain itself; 409 if the key is taken, and if the project has 100 partials.',
        body: EmailPartialCreate,
        response: answers({ 201: EmailPartial }),
      },
    },
    async (request, reply) => {
      const { late, projectId, body: partial } = request
      const row = await createPartial(late, { projectId, partial, threads, now: clock.now() })
      request.auditTarget = row.key
      return reply.code(201).send(toPartial({ ...row, users: [], userCount: 0 }))
    },
  )

  app.get(
    '/partials/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getPartial',
        summary: 'Get a partial',
        description: 'Returns the latest version of the partial, with the records that use it.',
        params: idParams<'partial'>(),
        response: answers({ 200: EmailPartial }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = requirePartial(await findPartial(db, { projectId, partialId: params.id }))
      return toPartial(await withUses(db, row))
    },
  )

  app.patch(
    '/partials/:id',
    {
      config: { access: 'full', beginsLate: true, audit: 'partial.updated' },
      schema: {
        tags,
        operationId: 'updatePartial',
        summary: 'Update a partial',
        description:
          'Changes the name or the body. A new body creates a version, and a job then gives each template that contains the partial a new version with it, usually within a second. Emails that are already accepted, and campaigns that have started, keep what they have. `usedBy` in the response lists the records that it concerns. Returns 400 `TEMPLATE_SYNTAX` if the body cannot be parsed, or if one of the first templates that contain it could not be prepared with it. The key never changes.',
        params: idParams<'partial'>(),
        body: EmailPartialPatch,
        response: answers({ 200: EmailPartial }, [404]),
      },
    },
    async (request) => {
      const { late, projectId, params, body: patch } = request
      const change = { projectId, partialId: params.id, patch, threads, now: clock.now() }
      const row = await changePartial(late, change)
      request.auditTarget = row.key
      return toPartial(await withUses(request.late.db, row))
    },
  )

  app.delete(
    '/partials/:id',
    {
      config: { access: 'full', role: 'admin', audit: 'partial.deleted' },
      schema: {
        tags,
        operationId: 'deletePartial',
        summary: 'Delete a partial',
        description:
          'Deletes the partial with all its versions. Returns 409 `RESOURCE_IN_USE` while a template, another partial, a campaign that has not started, an enabled recurring campaign or an enabled workflow names it; the message names the first of them, and `usedBy` of `GET /partials/{id}` up to 20.',
        params: idParams<'partial'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      const { db, projectId, params } = request
      request.auditTarget = await removePartial(db, { projectId, partialId: params.id })
      return reply.code(204).send()
    },
  )

  previewRoutes(app, deps, tools)
  versionRoutes(app, listing)
}

function previewRoutes(app: App, { config, threads }: Deps, { findContact }: Tools): void {
  const filling = {
    threads,
    render: createTemplateRenderer(threads),
    publicUrl: config.publicUrl,
    findContact,
  }

  app.post(
    '/partials/render',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'renderPartial',
        summary: 'Render a partial that is not saved',
        description:
          'Renders the partial in the request body alone, with the data of a contact, with your own data, or with both. Components of MJML are shown in an email of their own. Nothing is saved or sent.',
        body: EmailPartialRender,
        response: answers({ 200: RenderedEmailPartial }, [404]),
      },
    },
    async (request) => {
      const { key, body, data, contactId } = request.body
      const draft = { subject: '', body: previewBody(body), text: null, type: 'TRANSACTIONAL' }
      const { html, text, missing, variables, checks } = await previewDraft(request.db, {
        projectId: request.projectId,
        draft,
        data,
        contactId,
        ...(key !== undefined && { unsaved: { key, body } }),
        ...filling,
      })
      return {
        html: Buffer.from(html).toString(),
        text: Buffer.from(text).toString(),
        missing,
        variables: [...variables],
        checks,
      }
    },
  )
}

function versionRoutes(app: App, listing: ReturnType<typeof createListing>): void {
  app.get(
    '/partials/:id/versions',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listPartialVersions',
        summary: 'List the versions of a partial',
        description: 'Returns all versions, newest first, without their bodies.',
        params: idParams<'partial'>(),
        querystring: PageQuery,
        response: answers({ 200: EmailPartialVersionList }, [404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, partialId: request.params.id }
      const count = await countPartialVersions(request.db, ref)
      requirePartial(count === 0 ? undefined : await findPartial(request.db, ref))
      return listing(request, {
        name: 'versions',
        owner: ref.partialId,
        page: (db, { limit, before }) => listPartialVersions(db, { ...ref, limit, before }),
        count: () => Promise.resolve(count),
        item: toPartialVersion,
        keyOf: ({ version }) => String(version),
      })
    },
  )

  app.get(
    '/partials/:id/versions/:version',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getPartialVersion',
        summary: 'Get a version of a partial',
        description:
          'Returns one version with its body. To restore it, send the body with `PATCH /partials/{id}`.',
        params: EmailPartialVersionParams,
        response: answers({ 200: EmailPartialVersion }, [404]),
      },
    },
    async ({ db, projectId, params: { id: partialId, version } }) => {
      const row = await findPartialVersion(db, { projectId, partialId, version })
      if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such version.' })
      return toPartialVersion(row)
    },
  )
}
