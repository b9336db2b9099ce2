import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendTable } from '../../platform/http/replies/csv-report.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { acceptedLanguage } from '../../platform/text/languages.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { countSignedUp, listSignedUp } from '../contacts/index.ts'
import type { SignedUpRow } from '../contacts/index.ts'
import { createConfirmCheck } from './confirm-check.service.ts'
import { toForm, toFormContact } from './form-view.ts'
import { countForms, findForm, listForms } from './forms.queries.ts'
import {
  Form,
  FormContactList,
  FormContactListQuery,
  FormCreate,
  FormList,
  FormListQuery,
  FormPatch,
  FormPreview,
  FormSnippet,
} from './forms.schema.ts'
import { changeForm, createForm, removeForm, requireForm } from './forms.service.ts'
import { previewForm } from './page/preview.service.ts'
import { readSnippet } from './page/snippet.service.ts'
import { FormStatistics, FormStatisticsQuery } from './statistics/form-statistics.schema.ts'
import { readFormStatistics } from './statistics/form-statistics.service.ts'

const tags = ['Forms']

export function formRoutes(app: App, { clock, config, secrets }: Deps): void {
  const listing = createListing(secrets)
  const checkConfirm = createConfirmCheck({ config })

  app.get(
    '/forms',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listForms',
        summary: 'List forms',
        description: 'Returns the forms of the project with the numbers of their submissions, newest first.',
        querystring: FormListQuery,
        response: answers({ 200: FormList }),
      },
    },
    (request) => listing(request, { name: 'forms', page: listForms, count: countForms, item: toForm }),
  )

  app.post(
    '/forms',
    {
      config: { access: 'full', audit: 'form.created' },
      schema: {
        tags,
        operationId: 'createForm',
        summary: 'Create a form',
        description:
          'Adds a form with which people sign up. Its page is /f/{id}; GET /forms/{id}/snippet returns HTML for a page of yours. Returns 422 for a topic that does not exist, with those that do, and for `confirm: true` if the project has no sender for the confirmations; 409 if the project has 100 forms.',
        body: FormCreate,
        response: answers({ 201: Form }),
      },
    },
    async (request, reply) => {
      const { db, projectId, body: form } = request
      const row = await createForm(db, { projectId, form, checkConfirm, now: clock.now() })
      request.auditTarget = row.name
      return reply.code(201).send(toForm(row))
    },
  )

  app.post(
    '/forms/preview',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'previewForm',
        summary: 'Preview a form',
        description:
          'Returns the page that a form would have, in the language of the caller (`Accept-Language`), without saving anything.',
        body: FormCreate,
        response: answers({ 200: FormPreview }),
      },
    },
    async ({ db, projectId, body: form, headers }) =>
      previewForm(db, { projectId, form, language: acceptedLanguage(headers['accept-language'] ?? '') }),
  )

  app.get(
    '/forms/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getForm',
        summary: 'Get a form',
        description: 'Returns one form with the number of its submissions.',
        params: idParams<'form'>(),
        response: answers({ 200: Form }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      toForm(requireForm(await findForm(db, { projectId, formId: params.id }))),
  )

  app.patch(
    '/forms/:id',
    {
      config: { access: 'full', audit: 'form.updated' },
      schema: {
        tags,
        operationId: 'updateForm',
        summary: 'Update a form',
        description:
          'Changes the given fields, at once for everybody who opens the page. Returns 422 if a topic of the form does not exist, also when a form is enabled whose topic was deleted meanwhile.',
        params: idParams<'form'>(),
        body: FormPatch,
        response: answers({ 200: Form }, [404]),
      },
    },
    async ({ db, projectId, params, body: patch }) =>
      toForm(await changeForm(db, { projectId, formId: params.id, patch, checkConfirm })),
  )

  app.delete(
    '/forms/:id',
    {
      config: { access: 'full', audit: 'form.deleted' },
      schema: {
        tags,
        operationId: 'deleteForm',
        summary: 'Delete a form',
        description:
          'Deletes the form with its statistics. Its page answers 404 from then on. Contacts who signed up with it stay, and those who have not confirmed yet still can.',
        params: idParams<'form'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeForm(db, { projectId, formId: params.id })
      return reply.code(204).send()
    },
  )

  app.get(
    '/forms/:id/snippet',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getFormSnippet',
        summary: 'Get a form as HTML',
        description:
          'Returns HTML to paste into a page of yours, without styles, in the language of the project. The origin of that page has to be one of `allowedOrigins`.',
        params: idParams<'form'>(),
        response: answers({ 200: FormSnippet }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      readSnippet(db, { projectId, formId: params.id, publicUrl: config.publicUrl }),
  )

  app.get(
    '/forms/:id/contacts',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listFormContacts',
        summary: 'List the contacts who signed up with a form',
        description:
          'Returns the contacts whose subscription or topics the form has changed, newest contact first, with the time of the first change. Contacts who were subscribed already, and deleted contacts, are not part of it, so there can be fewer than `submissions`.',
        params: idParams<'form'>(),
        querystring: FormContactListQuery,
        response: answers({ 200: FormContactList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, params, query } = request
      const { id: formId } = requireForm(await findForm(db, { projectId, formId: params.id }))
      const signedUp = { projectId, formId: params.id, search: query.search }
      return listing(request, {
        name: 'contacts',
        owner: formId,
        page: (within, { limit, before }) => listSignedUp(within, { ...signedUp, limit, before }),
        count: (within) => countSignedUp(within, signedUp),
        item: (row: SignedUpRow) => toFormContact(row, clock.now()),
      })
    },
  )

  app.get(
    '/forms/:id/statistics',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getFormStatistics',
        summary: 'Get the submissions of a form over time',
        description:
          'Returns how many people signed up with the form on each of the last days, in the time zone of the project. The numbers of days are kept for 400 days.',
        params: idParams<'form'>(),
        querystring: FormStatisticsQuery,
        response: answers({ 200: FormStatistics }, [404]),
      },
    },
    async ({ db, projectId, params, query }) =>
      readFormStatistics(db, { projectId, formId: params.id, days: query.days, now: clock.now() }),
  )

  app.get(
    '/forms/:id/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportFormStatistics',
        summary: 'Export the submissions of a form as CSV',
        description:
          'Returns the days of `GET /forms/{id}/statistics` as a file with the columns day, submissions, contacts and confirmed.',
        params: idParams<'form'>(),
        querystring: FormStatisticsQuery,
        response: answers({ 200: csvReply(CsvTable) }, [404]),
      },
    },
    async ({ db, projectId, params, query }, reply) => {
      const ref = { projectId, formId: params.id }
      const { days } = await readFormStatistics(db, { ...ref, days: query.days, now: clock.now() })
      return sendTable(reply, { name: `form-${params.id}`, columns: REPORT_COLUMNS, rows: days })
    },
  )
}

type FormDay = z.infer<typeof FormStatistics>['days'][number]

const REPORT_COLUMNS = {
  day: ({ day }: FormDay) => day,
  submissions: ({ submissions }: FormDay) => submissions,
  contacts: ({ contacts }: FormDay) => contacts,
  confirmed: ({ confirmed }: FormDay) => confirmed,
}
