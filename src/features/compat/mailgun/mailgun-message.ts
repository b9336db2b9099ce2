// Messages of Mailgun as our emails.
import { invalidFields } from '../../../platform/errors.ts'
import { literalIfAny } from '../literal.ts'
import type { OwnRequest } from '../send-through.ts'
import type { MailgunMessage } from './mailgun.schema.ts'

/** @throws AppError if the sender does not belong to the domain of the path */
export function toOwnRequest(message: MailgunMessage, { domain }: { domain: string }): OwnRequest {
  requireDomain(message, domain)
  const { template, attachment = [], inline = [], html, text, subject, from, to, cc, bcc } = message
  const headers = withPrefix(message, 'h:')
  const [replyName] = Object.keys(headers).filter((name) => name.toLowerCase() === 'reply-to')
  const { [replyName ?? '']: reply, ...others } = headers
  const custom = withPrefix(message, 'v:')
  const tracks = message['o:tracking']
  return {
    from,
    to,
    cc,
    bcc,
    reply,
    subject: literalIfAny(subject),
    body: literalIfAny(html),
    text: literalIfAny(text),
    headers: others,
    attachments: [
      ...attachment,
      ...inline.map((file) => ({ ...file, contentId: file.filename, disposition: 'inline' as const })),
    ],
    tags: [
      ...(message['o:tag'] ?? []),
      ...(template === undefined ? Object.entries(custom).map(([name, value]) => `${name}:${value}`) : []),
    ],
    template,
    data: template === undefined ? {} : { ...custom, ...message['t:variables'] },
    scheduledFor: message['o:deliverytime'],
    tracking: {
      opens: message['o:tracking-opens'] ?? tracks,
      clicks: message['o:tracking-clicks'] ?? tracks,
    },
  }
}

const withPrefix = (message: MailgunMessage, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    ),
  )

/** Clients name a domain of their account, which mostly is that of the sender or one below it. */
function requireDomain({ from }: MailgunMessage, named: string): void {
  if (!from) return
  const email = typeof from === 'string' ? from : from.email
  const sender = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const domain = named.toLowerCase()
  if (sender === domain || sender.endsWith(`.${domain}`) || domain.endsWith(`.${sender}`)) return
  throw invalidFields({
    field: 'from',
    message: `must be an address of ${domain.slice(0, 100)}, the domain of the path`,
    code: 'custom',
  })
}
