import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { callerSignal } from '../../platform/http/replies/caller-signal.ts'
import { csvReply } from '../../platform/http/replies/csv-report.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../filters/index.ts'
import { toStartedOperation } from '../operations/index.ts'
import { StartedOperation } from '../operations/operations.schema.ts'
import { startBulk } from './bulk/bulk.service.ts'
import type { ContactEmails } from './contact-emails.ts'
import type { ContactSegments } from './contact-segments.ts'
import type { SignUpContact } from './contact-sign-up.ts'
import { contactCondition, describeFields, removeContacts } from './record/contacts.service.ts'
import { createContactWriter } from './upsert/contact-writer.service.ts'
import {
  contactSortColumn,
  findContact,
  listAndCountContacts,
  listContactsInOrder,
  toContact,
} from './record/contacts.queries.ts'
import { NEWEST_FIRST } from '../../platform/record-sorts.values.ts'
import type { ContactRow } from './record/contacts.queries.ts'
import {
  Contact,
  ContactBulk,
  ContactExportQuery,
  ContactFields,
  ContactList,
  ContactListQuery,
  ContactPatch,
  ContactUpsert,
  CsvStream,
  UpsertedContact,
} from './contacts.schema.ts'
import { createExportLimits } from './export/export-limits.ts'
import { exportContacts } from './export/export.service.ts'
import { strictContact } from './strict-contact.ts'
import { requireChoices } from './topics/topic-choices.service.ts'

const tags = ['Contacts']

// An export stays this many chunks (64 kB) ahead of its reader.
const PIECES_AHEAD = 4

/** Deleting many contacts at once is worth an entry in the audit log; the other actions can be undone. */
const auditOfBulk = (body: unknown) =>
  (body as z.output<typeof ContactBulk>).action === 'delete' ? 'contacts.bulk-deleted' : undefined

type ContactDependencies = {
  filters: Filters
  emails: ContactEmails
  segments: ContactSegments
  signUp: SignUpContact
}

export function contactRoutes(
  app: App,
  { clock, database, secrets }: Deps,
  { filters, emails, segments, signUp }: ContactDependencies,
): void {
  const listing = createListing(secrets)
  const writer = createContactWriter(database)
  const limits = createExportLimits()

  app.get(
    '/contacts',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listContacts',
        summary: 'List contacts',
        description:
          'Returns the contacts of the project. Narrow the list with `search`, `email`, `subscribed` or a `filter`.',
        querystring: ContactListQuery,
        response: answers({ 200: ContactList }, [404]),
      },
    },
    (request, reply) =>
      listing(request, {
        name: 'contacts',
        pageAndTotal: async (db, { filter: { filter: tree, segmentId, sort, ...simple }, ...query }) => {
          const { projectId } = request
          const now = clock.now()
          const matching = await contactCondition(db, { projectId, tree, segmentId, filters, segments, now })
          const page = { ...query, filter: { ...simple, matching } }
          const run = (within: typeof db) =>
            sort === NEWEST_FIRST
              ? listAndCountContacts(within, page)
              : listContactsInOrder(within, { ...page, sort })
          return matching ? filters.run(db, { projectId, run, signal: callerSignal(reply) }) : run(db)
        },
        keyOf: (row) => row[contactSortColumn(request.query.sort)],
        item: (row: ContactRow) => toContact(row, clock.now()),
      }),
  )

  app.post(
    '/contacts',
    {
      config: { access: 'full', strictBody: strictContact },
      schema: {
        tags,
        operationId: 'upsertContact',
        summary: 'Create or update a contact',
        description:
          'Returns 201 if the contact is new, and 200 if a contact with this address exists and was updated. `data` is merged into the existing data of the contact. With `confirm: true` a contact that is not subscribed becomes PENDING and is sent a link to confirm, within the limits for each address; one that is subscribed stays so. Unknown fields are refused, with a hint where they belong, such as `data.firstName`; fields that the API itself returns for a contact are ignored.',
        body: ContactUpsert,
        response: answers({ 200: UpsertedContact, 201: UpsertedContact }),
      },
    },
    async (request, reply) => {
      const { db, projectId } = request
      const { confirm, ...body } = request.body
      const now = clock.now()
      const source = callerSource(request)
      if (confirm) await requireChoices(db, { ...body, projectId })
      const { row, isNew } = confirm
        ? await signUp(db, { ...body, projectId, source, now })
        : await writer.save(db, { ...body, projectId, source, emails, now })
      return reply
        .code(isNew ? 201 : 200)
        .send({ ...toContact(row, now), _meta: { isNew, isUpdate: !isNew } })
    },
  )

  app.get(
    '/contacts/fields',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listContactFields',
        summary: 'List the data fields of contacts',
        description:
          'Returns every key that appears in the `data` of contacts, with its types and the share of contacts that have it.',
        response: answers({ 200: ContactFields }),
      },
    },
    async ({ db, projectId }) => ({ fields: await describeFields(db, { projectId }) }),
  )

  app.get(
    '/contacts/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportContacts',
        summary: 'Export contacts as CSV',
        description:
          'Streams all matching contacts; takes the filters of `GET /contacts`. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe; importing the file again removes it.',
        querystring: ContactExportQuery,
        response: answers({ 200: csvReply(CsvStream) }, [404]),
      },
    },
    async ({ db, projectId, query }, reply) => {
      const { filter: tree, segmentId, ...simple } = query
      const now = clock.now()
      const matching = await contactCondition(db, { projectId, tree, segmentId, filters, segments, now })
      const filter = { ...simple, matching }
      reply.raw.once('close', limits.open(projectId))
      const signal = callerSignal(reply)
      const lines = await exportContacts(db, { projectId, filter, filters, limits, signal, now })
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="contacts.csv"',
        })
        .send(Readable.from(lines, { highWaterMark: PIECES_AHEAD }))
    },
  )

  app.post(
    '/contacts/bulk',
    {
      config: { access: 'full', audit: auditOfBulk },
      schema: {
        tags,
        operationId: 'bulkContacts',
        summary: 'Update or delete many contacts',
        description:
          'Subscribes, unsubscribes or deletes the contacts with the given `ids`, or all contacts that match `filter`, adds them to a static segment, or sets their choices for topics. Returns a job; follow its progress with GET /jobs/{id}.',
        body: ContactBulk,
        response: answers({ 202: StartedOperation }, [404]),
      },
    },
    async (request, reply) => {
      const operation = await startBulk(request.db, {
        ...request.body,
        projectId: request.projectId,
        source: callerSource(request),
        now: clock.now(),
        filters,
        segments,
      })
      request.auditTarget = operation.id
      return reply.code(202).send(toStartedOperation(operation))
    },
  )

  app.get(
    '/contacts/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getContact',
        summary: 'Get a contact',
        description: 'Returns the contact with its data.',
        params: idParams<'contact'>(),
        response: answers({ 200: Contact }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findContact(db, { projectId, contactId: params.id })
      if (!row) throw new AppError('CONTACT_NOT_FOUND')
      return toContact(row, clock.now())
    },
  )

  app.patch(
    '/contacts/:id',
    {
      config: { access: 'full', strictBody: strictContact },
      schema: {
        tags,
        operationId: 'updateContact',
        summary: 'Update a contact',
        description:
          'Changes the fields that the body contains; the others stay as they are. `data` is merged one level deep, and `null` deletes a key. Returns 409 if another contact has the new address. Unknown fields are refused, with a hint where they belong; fields that the API itself returns for a contact are ignored.',
        params: idParams<'contact'>(),
        body: ContactPatch,
        response: answers({ 200: Contact }, [404]),
      },
    },
    async (request) => {
      const now = clock.now()
      const row = await writer.change(request.db, {
        ...request.body,
        projectId: request.projectId,
        contactId: request.params.id,
        source: callerSource(request),
        emails,
        now,
      })
      return toContact(row, now)
    },
  )

  app.delete(
    '/contacts/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteContact',
        summary: 'Delete a contact',
        description:
          'Deletes the contact with its data and events. Emails to it that are waiting (QUEUED, SCHEDULED, DEFERRED) are cancelled; an email that is being sent right now may still arrive. The records of its emails remain for the statistics, without address, subject, content, variables, opens and clicks. If the address is suppressed, it stays suppressed.',
        params: idParams<'contact'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const removed = await removeContacts(db, {
        projectId,
        ids: [params.id],
        now: clock.now(),
        emails,
        secrets,
      })
      if (removed.length === 0) throw new AppError('CONTACT_NOT_FOUND')
      return reply.code(204).send()
    },
  )
}
