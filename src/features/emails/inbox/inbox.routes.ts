import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { countInboxMessages, listInboxMessages } from './inbox.queries.ts'
import type { InboxRow } from './inbox.queries.ts'
import type { EmailSources } from '../content/email-sources.service.ts'
import {
  AttachmentBytes,
  AttachmentParams,
  EmailAttachments,
  InboxCleared,
  InboxList,
} from './inbox.schema.ts'
import { clearInbox, readAttachment, readAttachments } from './inbox.service.ts'

const tags = ['Emails']

const toInboxEmail = (row: InboxRow) => ({
  id: row.id,
  to: row.address ?? '',
  from: row.from_email ?? '',
  subject: row.subject ?? '',
  bytes: row.size,
  receivedAt: row.created_at.toISOString(),
})

/** A file of an email is downloaded, never shown: it may be a page with a script. */
const downloadHeaders = (filename: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
  'content-security-policy': "default-src 'none'; sandbox",
})

export function inboxRoutes(app: App, { secrets }: Deps, sources: EmailSources): void {
  const listing = createListing(secrets)

  app.get(
    '/inbox',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listInbox',
        summary: 'List the emails in the built-in inbox',
        description:
          'Returns the emails that were stored on this server instead of being sent (MAIL_TRANSPORT=inbox:), newest first. Use GET /emails/{id}/content for HTML, text and headers, GET /emails/{id}/raw for the source, and GET /emails/{id}/attachments for the attachments.',
        querystring: PageQuery,
        response: answers({ 200: InboxList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'emails',
        owner: 'inbox',
        page: listInboxMessages,
        count: countInboxMessages,
        item: toInboxEmail,
      }),
  )

  app.delete(
    '/inbox',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'clearInbox',
        summary: 'Delete all emails from the built-in inbox',
        description:
          'Deletes the sources of the emails, at most 10,000 per request. Their records stay: GET /emails still lists them.',
        response: answers({ 200: InboxCleared }),
      },
    },
    ({ db, projectId }) => clearInbox(db, { projectId }),
  )

  app.get(
    '/emails/:id/attachments',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listAttachments',
        summary: 'List the attachments of an email',
        description:
          'Returns the attachments of an email in the built-in inbox. Returns 404 if the source of the email is not stored.',
        params: idParams<'email'>(),
        response: answers({ 200: EmailAttachments }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const files = await readAttachments(db, { projectId, emailId: params.id, sources })
      return { attachments: files.map((file, index) => ({ index, ...file })) }
    },
  )

  app.get(
    '/emails/:id/attachments/:index',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getAttachment',
        summary: 'Download an attachment of an email',
        description: 'Returns the bytes of the file, as a download.',
        params: AttachmentParams,
        response: answers(
          { 200: { content: { 'application/octet-stream': { schema: AttachmentBytes } } } },
          [404],
        ),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const query = { projectId, emailId: params.id, index: params.index, sources }
      const { filename, content } = await readAttachment(db, query)
      return reply
        .headers(downloadHeaders(filename))
        .send(Buffer.from(content.buffer, content.byteOffset, content.length))
    },
  )
}
