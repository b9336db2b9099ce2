import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { recordKey } from '../../platform/record-key.ts'
import { createListing, createNumberedListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { NoContent, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { resolveBody } from './blocks/resolve-body.ts'
import { findBrand } from './brand/brand.queries.ts'
import { createTemplateRenderer, previewDraft, previewTemplate } from './render.service.ts'
import type { FindContact } from './render.service.ts'
import {
  countTemplates,
  countVersions,
  findTemplate,
  findTemplateId,
  findTemplateVersion,
  listTemplates,
  listTranslations,
  listVersions,
  toTemplate,
  toVersion,
  toVersionSummary,
  withTranslations,
} from './templates.queries.ts'
import type { TemplateRef } from './templates.queries.ts'
import {
  DraftRender,
  RenderedDraft,
  RenderedSavedTemplate,
  Template,
  TemplateCreate,
  TemplateList,
  TemplateListQuery,
  TemplateParams,
  TemplatePatch,
  SavedTemplateRender,
  TemplateVersion,
  TemplateVersionList,
  TemplateVersionParams,
} from './templates.schema.ts'
import { changeTemplate, createTemplate, duplicateTemplate, removeTemplate } from './templates.service.ts'
import type { RenderOutput } from './templates.threads.ts'

const tags = ['Templates']

type TemplateRequest = FastifyRequest<{ Params: { id: string } }>

/** Resolves the id or alias in the path. @throws AppError if the alias does not exist */
async function refOf({ db, projectId, params }: TemplateRequest): Promise<TemplateRef> {
  const templateId = await findTemplateId(db, { projectId, key: params.id })
  if (!templateId) throw new AppError('TEMPLATE_NOT_FOUND')
  return { projectId, templateId }
}

const asText = ({
  subject,
  html,
  text,
  missing,
}: RenderOutput): Omit<z.infer<typeof RenderedSavedTemplate>, 'language'> => ({
  subject,
  html: Buffer.from(html).toString(),
  text: Buffer.from(text).toString(),
  missing,
})

export function templateRoutes(
  app: App,
  { clock, config, secrets, threads }: Deps,
  { findContact }: { findContact: FindContact },
): void {
  const numberedListing = createNumberedListing(secrets)
  const listing = createListing(secrets)
  const filling = {
    render: createTemplateRenderer(threads),
    publicUrl: config.publicUrl,
    findContact,
  }

  app.get(
    '/templates',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listTemplates',
        summary: 'List templates',
        description:
          'Returns the templates of the project. Page through them with `cursor`, or with `page` and `pageSize`.',
        querystring: TemplateListQuery,
        response: answers({ 200: TemplateList }),
      },
    },
    (request) =>
      numberedListing(request, {
        name: 'templates',
        page: async (db, query) => {
          const page = await listTemplates(db, query)
          return { ...page, rows: await withTranslations(db, page.rows) }
        },
        count: countTemplates,
        keyOf: (row) => recordKey(request.query.sort, { ...row, id: row.template_id }),
        item: toTemplate,
      }),
  )

  app.post(
    '/templates',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'createTemplate',
        summary: 'Create a template',
        description:
          'Subject, body and text may contain Liquid; a body that starts with `<mjml>` is compiled. In place of a body, `blocks` takes a document of blocks, from which the body is generated. Returns 400 `TEMPLATE_SYNTAX` with line and column if the template cannot be parsed, and 409 if the alias is taken. `checks` in the response lists what you may want to fix.',
        body: TemplateCreate,
        response: answers({ 201: Template }),
      },
    },
    async ({ late, projectId, body }, reply) => {
      const row = await createTemplate(late, { projectId, fields: body, now: clock.now(), threads })
      return reply.code(201).send(toTemplate(row))
    },
  )

  app.get(
    '/templates/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getTemplate',
        summary: 'Get a template',
        description: 'Returns the latest version of the template. The path takes its id or its alias.',
        params: TemplateParams,
        response: answers({ 200: Template }, [404]),
      },
    },
    async (request) => {
      const row = await findTemplate(request.db, await refOf(request))
      if (!row) throw new AppError('TEMPLATE_NOT_FOUND')
      return toTemplate({ ...row, translations: await listTranslations(request.db, row) })
    },
  )

  app.patch(
    '/templates/:id',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'updateTemplate',
        summary: 'Update a template',
        description:
          'Saves a new version with the fields that the body contains; the others stay as they are. Emails that are already accepted keep the version they were accepted with.',
        params: TemplateParams,
        body: TemplatePatch,
        response: answers({ 200: Template }, [404]),
      },
    },
    async (request) => {
      const row = await changeTemplate(request.late, {
        ...(await refOf(request)),
        patch: request.body,
        now: clock.now(),
        threads,
      })
      return toTemplate(row)
    },
  )

  app.delete(
    '/templates/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteTemplate',
        summary: 'Delete a template',
        description:
          'Deletes the template with all its versions. Returns 409 `RESOURCE_IN_USE` while an enabled workflow uses it; the message names the workflow.',
        params: TemplateParams,
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      await removeTemplate(request.db, await refOf(request))
      return reply.code(204).send()
    },
  )

  app.post(
    '/templates/:id/duplicate',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'duplicateTemplate',
        summary: 'Duplicate a template',
        description: 'Creates a copy of the latest version under a new id, without the alias.',
        params: TemplateParams,
        response: answers({ 201: Template }, [404]),
      },
    },
    async (request, reply) => {
      const row = await duplicateTemplate(request.db, { ...(await refOf(request)), now: clock.now() })
      return reply.code(201).send(toTemplate(row))
    },
  )

  app.post(
    '/templates/:id/render',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'renderTemplate',
        summary: 'Render a template',
        description:
          'Fills in the template with the data of a contact, with your own data, or with both, and returns the result, in the language of the contact or in the one you name. Nothing is sent. `missing` lists the variables that had no value.',
        params: TemplateParams,
        body: SavedTemplateRender,
        response: answers({ 200: RenderedSavedTemplate }, [404]),
      },
    },
    async (request) => {
      const rendered = await previewTemplate(request.db, {
        ...(await refOf(request)),
        data: request.body.data,
        contactId: request.body.contactId,
        language: request.body.language,
        ...filling,
      })
      return { ...asText(rendered), language: rendered.language }
    },
  )

  app.post(
    '/templates/render',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags,
        operationId: 'renderDraft',
        summary: 'Render a template that is not saved',
        description:
          'Renders the draft in the request body as it would be sent after saving, with the data of a contact, with your own data, or with both. Nothing is saved or sent. Returns 400 `TEMPLATE_SYNTAX` with line and column if it cannot be parsed. `checks` lists what you may want to fix.',
        body: DraftRender,
        response: answers({ 200: RenderedDraft }, [404]),
      },
    },
    async (request) => {
      const { data, contactId, ...draft } = request.body
      const { kit } = await findBrand(request.db, request)
      const { body } = resolveBody(draft, { kit })
      const preview = await previewDraft(request.db, {
        projectId: request.projectId,
        draft: { ...draft, body },
        data,
        contactId,
        threads,
        ...filling,
      })
      const { variables, required, checks, ...rendered } = preview
      return { ...asText(rendered), body, variables: [...variables], required, checks }
    },
  )

  app.get(
    '/templates/:id/versions',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listTemplateVersions',
        summary: 'List the versions of a template',
        description: 'Returns all versions, newest first, without their bodies.',
        params: TemplateParams,
        querystring: PageQuery,
        response: answers({ 200: TemplateVersionList }, [404]),
      },
    },
    async (request) => {
      const ref = await refOf(request)
      const count = await countVersions(request.db, ref)
      if (count === 0) throw new AppError('TEMPLATE_NOT_FOUND')
      return listing(request, {
        name: 'versions',
        owner: ref.templateId,
        page: (db, { limit, before }) => listVersions(db, { ...ref, limit, before }),
        count: () => Promise.resolve(count),
        item: toVersionSummary,
        keyOf: ({ version }) => String(version),
      })
    },
  )

  app.get(
    '/templates/:id/versions/:version',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getTemplateVersion',
        summary: 'Get a version of a template',
        description: 'Returns one version with its body.',
        params: TemplateVersionParams,
        response: answers({ 200: TemplateVersion }, [404]),
      },
    },
    async (request) => {
      const row = await findTemplateVersion(request.db, {
        ...(await refOf(request)),
        version: request.params.version,
      })
      if (!row) throw new AppError('TEMPLATE_NOT_FOUND', { message: 'There is no such version.' })
      return toVersion({ ...row, translations: await listTranslations(request.db, row) })
    },
  )
}
