// Emails between the form of Resend and ours.
import type { z } from 'zod'
import type { StrictBody } from '../../../platform/http/validation/body-shape.ts'
import type { EmailContent, Email } from '../../emails/emails.schema.ts'
import type { SendRequest } from '../../send/send.schema.ts'
import { literalIfAny } from '../literal.ts'
import type { ResendEmail, ResendEmailList, ResendRecord } from './resend.schema.ts'

/** Fields of Resend for which Lettermill has another way. */
export const strictEmail: StrictBody = {
  records: [],
  hints: {
    topic_id: 'topics belong to templates and campaigns in Lettermill: docs/topics.md',
    path: 'Lettermill fetches no files: send the file itself in content, as base64',
    react: 'render the component first, as the client of Resend does',
    region: 'a server of Lettermill has no regions',
  },
}

/** A body of POST /v1/send. */
export function toSendRequest(email: ResendEmail): z.input<typeof SendRequest> {
  const { reply_to: replyTo, html, text, subject, template, attachments, tags, scheduled_at: at } = email
  return {
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    from: email.from,
    reply: replyTo?.[0],
    subject: literalIfAny(subject),
    body: literalIfAny(html),
    text: literalIfAny(text),
    headers: email.headers,
    attachments: attachments?.map((file) => ({
      filename: file.filename,
      content: file.content,
      contentType: file.content_type,
      ...(file.content_id !== undefined && { contentId: file.content_id, disposition: 'inline' }),
    })),
    tags: tags?.map(({ name, value }) => `${name}:${value}`),
    scheduledFor: at?.toISOString(),
    template: template?.id,
    data: template?.variables,
  }
}

type OwnEmail = z.output<typeof Email>

/** The last event in the words of Resend. */
const LAST_EVENTS: Record<OwnEmail['status'], string> = {
  QUEUED: 'queued',
  SCHEDULED: 'scheduled',
  SENDING: 'queued',
  SENT: 'sent',
  DELIVERED: 'delivered',
  DEFERRED: 'delivery_delayed',
  BOUNCED: 'bounced',
  COMPLAINED: 'complained',
  FAILED: 'failed',
  SUPPRESSED: 'suppressed',
  CANCELLED: 'canceled',
}

function lastEventOf({ status, events }: OwnEmail): string {
  const known = LAST_EVENTS[status]
  if (!['sent', 'delivered'].includes(known)) return known
  const types = events.map(({ type }) => type)
  return ['clicked', 'opened'].find((type) => types.includes(type)) ?? known
}

export const toResendItem = (email: OwnEmail): z.input<typeof ResendEmailList>['data'][number] => ({
  id: email.id,
  message_id: email.messageId,
  to: [email.to],
  from: email.from,
  created_at: email.createdAt,
  subject: email.subject ?? '',
  cc: null,
  bcc: null,
  reply_to: null,
  scheduled_at: email.scheduledFor,
  last_event: lastEventOf(email),
})

export const toResendRecord = (
  email: OwnEmail,
  content: z.output<typeof EmailContent> | undefined,
): z.input<typeof ResendRecord> => ({
  object: 'email',
  ...toResendItem(email),
  subject: content?.subject ?? email.subject ?? '',
  html: content?.html ?? null,
  text: content?.text ?? null,
  reply_to: replyToOf(content?.headers),
  tags: email.tags.map(toTag),
})

function replyToOf(headers: Readonly<Record<string, string>> = {}): string[] | null {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'reply-to') ?? []
  return value === undefined ? null : [value]
}

function toTag(tag: string): { name: string; value: string } {
  const colon = tag.indexOf(':')
  return colon === -1 ? { name: tag, value: '' } : { name: tag.slice(0, colon), value: tag.slice(colon + 1) }
}
