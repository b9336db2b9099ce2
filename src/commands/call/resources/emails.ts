import path from 'node:path'
import { NOT_SENT } from '../../command.ts'
import type { Call, CallCommand } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { emailLogs } from './email-logs.ts'
import { fileBytes, fileText, jsonObject, TRUTHS, truth } from './input.ts'
import { field, getCommand, idOf, listCommand, text } from './listing.ts'

type SendAnswer = { emails: { email: string; status: string; reason?: string; contact: { email: string } }[] }

const many = (value: string, summary: string) => ({ ...text(value, summary), isMany: true })

const sendEmail: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'emails send',
  summary: 'Send an email',
  options: {
    to: many('<address>', 'Recipient; each gets an email of their own'),
    from: text('<address>', 'Sender; the default of the project or the template if absent'),
    subject: text('<text>', 'Subject, with variables as in {{ name }}'),
    html: text('<html>', 'Body'),
    'html-file': text('<file>', 'File with the body; - is standard input'),
    text: text('<text>', 'Text part, or the whole body'),
    template: text('<id>', 'Template, by id or alias, instead of subject and body'),
    data: text('<json>', 'Values of variables'),
    reply: text('<address>', 'Where replies go'),
    cc: many('<address>', 'Copy; needs exactly one --to'),
    bcc: many('<address>', 'Blind copy; needs exactly one --to'),
    attach: many('<file>', 'Attachment'),
    tag: many('<tag>', 'Tag'),
    topic: text('<key>', 'Topic'),
    at: text('<ISO date>', 'When to send it; at once by default'),
    subscribed: { ...text('<true|false>', 'Subscribe the contacts, or not'), choices: TRUTHS },
    request: text('<file>', 'The whole request as JSON, which options add to; - is standard input'),
  },
  async run(call) {
    const answer = await call.api.change<SendAnswer>({
      method: 'POST',
      path: '/v1/send',
      body: await sendBody(call),
    })
    if (answer === NOT_SENT) return
    const { emails } = answer
    if (call.output.isJson) return call.output.record(answer)
    call.output.list(emails, [
      { head: 'EMAIL', value: ({ email }) => email },
      { head: 'TO', value: ({ contact }) => contact.email },
      { head: 'STATUS', value: ({ status, reason }) => (reason ? `${status} (${reason})` : status) },
    ])
  },
}

async function sendBody(call: Call): Promise<Record<string, unknown>> {
  const file = call.text('request')
  const request = file === undefined ? {} : (jsonObject(`--request ${file}`, await fileText(file)) ?? {})
  const htmlFile = call.text('html-file')
  const given = {
    to: listOf(call.texts('to')),
    from: call.text('from'),
    subject: call.text('subject'),
    body: call.text('html') ?? (htmlFile === undefined ? undefined : await fileText(htmlFile)),
    text: call.text('text'),
    template: call.text('template'),
    data: jsonObject('--data', call.text('data')),
    reply: call.text('reply'),
    cc: listOf(call.texts('cc')),
    bcc: listOf(call.texts('bcc')),
    tags: listOf(call.texts('tag')),
    topic: call.text('topic'),
    scheduledFor: call.text('at'),
    subscribed: truth(call.text('subscribed')),
    attachments: listOf(await Promise.all(call.texts('attach').map(attachment))),
  }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const body = { ...request, ...chosen }
  if (!('to' in body)) throw new UsageError('--to is missing: the address of the recipient.')
  return body
}

const listOf = <T>(values: readonly T[]): readonly T[] | undefined => (values.length > 0 ? values : undefined)

const attachment = async (file: string) => ({
  filename: path.basename(file),
  content: (await fileBytes(file)).toString('base64'),
})

const cancelEmail: CallCommand = {
  family: 'call',
  effect: 'destroy',
  name: 'emails cancel',
  summary: 'Cancel an email that waits',
  arguments: [idOf('email')],
  async run({ api, output, word }) {
    const answer = await api.change<object>({
      method: 'POST',
      path: `/emails/${encodeURIComponent(word('id'))}/cancel`,
    })
    if (answer !== NOT_SENT) output.record(answer)
  },
}

export const EMAIL_COMMANDS: readonly CallCommand[] = [
  sendEmail,
  listCommand({
    resource: 'emails',
    path: '/emails',
    columns: [field('id'), field('createdAt', 'CREATED'), field('status'), field('to'), field('subject')],
    filters: {
      status: text('<status>', 'Only this status, such as BOUNCED'),
      search: text('<text>', 'Part of an address or a subject'),
      tag: text('<tag>', 'Only this tag'),
      'contact-id': text('<id>', 'Only this contact'),
      'campaign-id': text('<id>', 'Only this campaign'),
      'template-id': text('<id>', 'Only this template'),
      from: text('<ISO date>', 'Accepted at this time or later'),
      to: text('<ISO date>', 'Accepted at this time or earlier'),
    },
  }),
  getCommand({ resource: 'emails', path: '/emails', record: 'email' }),
  cancelEmail,
  emailLogs,
]
