import { Readable } from 'node:stream'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { createEmailAnnouncer } from '../delivery/index.ts'
import {
  ContactEmailsQuery,
  Email,
  EmailContent,
  EmailList,
  EmailListQuery,
  EmailPatch,
  RawEmail,
} from './emails.schema.ts'
import { createContentReader, openRawEmail } from './content/email-content.service.ts'
import type { EmailSources } from './content/email-sources.service.ts'
import { cancelEmail, readEmail, readEmails, readEmailsOfContact, rescheduleEmail } from './emails.service.ts'
import type { EmailRecord, FindEmailsOfCampaign } from './emails.service.ts'
import { createResend } from './resend.service.ts'

const tags = ['Emails']

export function emailRoutes(
  app: App,
  deps: Deps,
  { findEmailsOfCampaign, sources }: { findEmailsOfCampaign: FindEmailsOfCampaign; sources: EmailSources },
): void {
  const { clock, database, log, secrets } = deps
  const listing = createListing(secrets)
  const readEmailContent = createContentReader(deps, sources)
  const announcer = createEmailAnnouncer(database.db, log)
  const resendEmail = createResend(deps, announcer)

  app.get(
    '/emails',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listEmails',
        summary: 'List emails',
        description:
          'Returns the emails of the project, newest first unless `sort` says otherwise. Narrow the list with the query parameters.',
        querystring: EmailListQuery,
        response: answers({ 200: EmailList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'emails',
        pageAndTotal: async (db, { filter: { campaignId, ...others }, ...query }) => {
          const { projectId } = request
          const campaign = campaignId && (await findEmailsOfCampaign(db, { projectId, campaignId }))
          return readEmails(db, { ...query, filter: { ...others, campaign } })
        },
        item: (email: EmailRecord) => email,
      }),
  )

  app.get(
    '/contacts/:id/emails',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listContactEmails',
        summary: 'List the emails to a contact',
        description: 'Returns the emails to the contact, newest first.',
        params: idParams<'contact'>(),
        querystring: ContactEmailsQuery,
        response: answers({ 200: EmailList }, [404]),
      },
    },
    (request) => {
      const contactId = request.params.id
      return listing(request, {
        name: 'emails',
        owner: contactId,
        pageAndTotal: (db, query) => readEmailsOfContact(db, { ...query, contactId }),
        item: (email: EmailRecord) => email,
      })
    },
  )

  app.get(
    '/emails/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getEmail',
        summary: 'Get an email',
        description: 'Returns the email with its status and its history.',
        params: idParams<'email'>(),
        response: answers({ 200: Email }, [404]),
      },
    },
    ({ db, projectId, params }) => readEmail(db, { projectId, emailId: params.id }),
  )

  app.get(
    '/emails/:id/content',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getEmailContent',
        summary: 'Get the content of an email',
        description:
          'Returns subject, HTML, text and headers as they were or will be sent. Returns 404 if the content has expired or was erased.',
        params: idParams<'email'>(),
        response: answers({ 200: EmailContent }, [404]),
      },
    },
    ({ db, projectId, params }) => readEmailContent(db, { projectId, emailId: params.id }),
  )

  app.get(
    '/emails/:id/raw',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getRawEmail',
        summary: 'Download the source of an email',
        description:
          'Returns the exact bytes that were sent, signature included, while they are stored. Returns 404 afterwards.',
        params: idParams<'email'>(),
        response: answers({ 200: { content: { 'message/rfc822': { schema: RawEmail } } } }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      const emailId = params.id
      const { bytes, pieces } = await openRawEmail(db, { projectId, emailId, sources })
      return reply
        .headers({
          'content-type': 'message/rfc822',
          'content-length': bytes,
          'content-disposition': `attachment; filename="${emailId}.eml"`,
        })
        .send(Readable.from(pieces(), { highWaterMark: 1 }))
    },
  )

  app.post(
    '/emails/:id/cancel',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'cancelEmail',
        summary: 'Cancel an email',
        description:
          'Cancels an email that is still waiting (QUEUED, SCHEDULED or DEFERRED). Returns 400 if it is too late.',
        params: idParams<'email'>(),
        response: answers({ 200: Email }, [404]),
      },
    },
    ({ db, projectId, params }) => cancelEmail(db, { projectId, emailId: params.id, now: clock.now() }),
  )

  app.patch(
    '/emails/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'updateEmail',
        summary: 'Reschedule a waiting email',
        description:
          'Changes the time of an email that is QUEUED, SCHEDULED or DEFERRED. Returns 400 INVALID_STATE if it is being sent or has ended.',
        params: idParams<'email'>(),
        body: EmailPatch,
        response: answers({ 200: Email }, [404]),
      },
    },
    async ({ db, projectId, body, params }) => {
      const ref = { projectId, emailId: params.id }
      const email = await rescheduleEmail(db, { ...ref, scheduledFor: body.scheduledFor, now: clock.now() })
      announcer.announce(projectId)
      return email
    },
  )

  app.post(
    '/emails/:id/resend',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'resendEmail',
        summary: 'Send an email again',
        description:
          'Sends the same content with the same variables to the same recipient, as a new email with its own id and Message-ID. The sender, the suppressions and, for marketing email, the subscription are checked again. Returns 400 INVALID_STATE if the email still waits, is a copy (cc or bcc), or has expired content.',
        params: idParams<'email'>(),
        response: answers({ 201: Email }, [404]),
      },
    },
    async ({ late, projectId, params }, reply) =>
      reply.code(201).send(await resendEmail(late, { projectId, emailId: params.id })),
  )
}
