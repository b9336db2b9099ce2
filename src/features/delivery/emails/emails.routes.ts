import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createCursors } from '../../../platform/http/replies/cursors.ts'
import { list } from '../../../platform/http/replies/envelope.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { IdParams } from '../../../platform/http/replies/paging.schema.ts'
import type { ContactId, EmailId } from '../../../platform/ids.ts'
import {
  ContactEmailsQuery,
  Email,
  EmailContent,
  EmailList,
  EmailListQuery,
  RawEmail,
} from './emails.schema.ts'
import {
  cancelEmail,
  readEmail,
  readEmailContent,
  readEmails,
  readEmailsOfContact,
  readRawEmail,
} from './emails.service.ts'
import type { EmailRecord } from './emails.service.ts'
import { createMailMaker } from '../compose/mail-maker.service.ts'

const tags = ['Emails']

export function emailRoutes(app: App, deps: Deps): void {
  const { clock, config, secrets } = deps
  const cursors = createCursors(secrets)
  const maker = createMailMaker(deps)

  app.get(
    '/emails',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listEmails',
        summary: 'List mails, newest first',
        querystring: EmailListQuery,
        response: answers({ 200: EmailList }, [400, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const { limit, cursor, total: isTotalWanted, ...filter } = request.query
      const before = cursors.decode('emails', projectId, cursor)
      return list('emails', {
        ...(await readEmails(db, { projectId, filter, limit, before, isTotalWanted })),
        item: (email: EmailRecord) => email,
        cursorOf: ({ id }) => cursors.encode('emails', projectId, id),
      })
    },
  )

  app.get(
    '/contacts/:id/emails',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listContactEmails',
        summary: 'List the mails to a contact, newest first',
        params: IdParams,
        querystring: ContactEmailsQuery,
        response: answers({ 200: EmailList }, [400, 404, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const contactId = request.params.id as ContactId
      const { limit, cursor, total: isTotalWanted, ...filter } = request.query
      const listName = `emails ${contactId}`
      const before = cursors.decode(listName, projectId, cursor)
      const options = { projectId, contactId, filter, limit, before, isTotalWanted }
      return list('emails', {
        ...(await readEmailsOfContact(db, options)),
        item: (email: EmailRecord) => email,
        cursorOf: ({ id }) => cursors.encode(listName, projectId, id),
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
        summary: 'Get a mail with its history',
        params: IdParams,
        response: answers({ 200: Email }, [404]),
      },
    },
    (request) =>
      readEmail(request.db, { projectId: request.projectId, emailId: request.params.id as EmailId }),
  )

  app.get(
    '/emails/:id/content',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getEmailContent',
        summary: 'What stands in a mail, as it was or will be sent',
        params: IdParams,
        response: answers({ 200: EmailContent }, [400, 404]),
      },
    },
    (request) =>
      readEmailContent(request.db, {
        projectId: request.projectId,
        emailId: request.params.id as EmailId,
        maker,
        keptDays: config.CONTENT_RETENTION_DAYS,
        now: clock.now(),
      }),
  )

  app.get(
    '/emails/:id/raw',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getRawEmail',
        summary: 'The exact signed bytes of a mail, while they are kept',
        params: IdParams,
        response: answers({ 200: { content: { 'message/rfc822': { schema: RawEmail } } } }, [404]),
      },
    },
    async (request, reply) => {
      const emailId = request.params.id as EmailId
      const raw = await readRawEmail(request.db, { projectId: request.projectId, emailId })
      return reply
        .headers({
          'content-type': 'message/rfc822',
          'content-disposition': `attachment; filename="${emailId}.eml"`,
        })
        .send(raw)
    },
  )

  app.post(
    '/emails/:id/cancel',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'cancelEmail',
        summary: 'Take back a mail that still waits',
        params: IdParams,
        response: answers({ 200: Email }, [400, 404, 409]),
      },
    },
    (request) =>
      cancelEmail(request.db, {
        projectId: request.projectId,
        emailId: request.params.id as EmailId,
        now: clock.now(),
      }),
  )
}
