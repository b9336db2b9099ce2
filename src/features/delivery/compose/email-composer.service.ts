// From a claimed email to the bytes that leave: the content is filled in for its recipient, written as MIME and signed.
// The same email gives the same bytes whenever it is made, as long as contact and key stay what they are: an email that is
// sent again after a crash is recognised by its Message-ID, and is no other email.
import type { Deps } from '../../../platform/deps.ts'
import { parseMailbox } from '../../../platform/addresses/email-address.ts'
import type { EmailAddress } from '../../../platform/addresses/email-address.ts'
import { AppError } from '../../../platform/errors.ts'
import { composeMessage } from '../../../platform/email/mime/compose.ts'
import { dkimSignatures } from '../../../platform/email/dkim.ts'
import { prepended } from '../../../platform/email/mime/message-buffer.ts'
import { InvalidMessageError } from '../../../platform/email/message.ts'
import type { Mailbox, Message } from '../../../platform/email/message.ts'
import type { Envelope } from '../../../platform/email/transport.ts'
import type { TextPieces } from '../../../platform/text/text-pieces.ts'
import {
  createTemplateFiller,
  shownContact,
  shownFromName,
  templateVariables,
} from '../../templates/index.ts'
import type { ProjectFacts, TemplateContact } from '../../templates/index.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import type { ContentAttachment } from '../content/content.ts'
import type { ContentRow } from '../content/contents.queries.ts'
import { createEmailMailboxes } from './email-mailboxes.ts'
import { isBulk, messageIdOf, serviceHeaders } from './email-headers.ts'
import { createEmailLookups } from './email-lookups.service.ts'
import type { CachedContent, Signer } from './email-lookups.service.ts'
import { EmailComposeError } from './email-compose-error.ts'
import { createEmailVariables } from './email-variables.ts'
import type { EmailFacts } from './email-variables.ts'
import type { EmailRecipients } from '../queue/recipients.schema.ts'
import { dueAt } from '../queue/retry-schedule.ts'

export type ComposedEmail = { subject: string; envelope: Envelope; bytes: Buffer }
export type EmailComposer = {
  /** About what it takes in memory while it is made and sent. @throws EmailComposeError */
  weigh(email: EmailToCompose): Promise<number>
  /** @throws EmailComposeError */
  make(email: EmailToCompose): Promise<ComposedEmail>
  /** What it says, unsigned: for who wants to read it. @throws EmailComposeError */
  write(email: EmailToCompose): Promise<Message>
}

type Parts = Pick<Deps, 'database' | 'config' | 'publicUrl' | 'secrets' | 'clock' | 'threads'>

export function createEmailComposer(deps: Parts): EmailComposer {
  const lookups = createEmailLookups(deps)
  const fill = createTemplateFiller(deps.threads)
  const variablesOf = createEmailVariables(deps)
  const mailboxes = createEmailMailboxes(deps)

  const contentOf = ({ project_id: projectId, content_id: contentId }: EmailToCompose) =>
    lookups.contentOf({ projectId, contentId })
  const signerOf = async (email: EmailToCompose): Promise<Signer> =>
    lookups.signerOf(email.project_id, (await contentOf(email)).from_email)

  const write = async (email: EmailToCompose, { trackingHost, returnPath }: Names): Promise<Message> => {
    const projectId = email.project_id
    const content = await contentOf(email)
    const project = await lookups.projectOf(projectId)
    const publicUrl = await deps.publicUrl.find()
    const { contact, data } = shownContact({
      contact: email.contact ?? undefined,
      variables: email.variables,
    })
    const locale = localeOf(contact, project)
    const system = variablesOf(emailFactsOf(email, { content, project, publicUrl, trackingHost, locale }))
    const variables = templateVariables({ contact, data, system })
    const filled = await fill({ ...content, key: content.id }, variables)
    return {
      ...addressing(email, { ...content, from_name: await fromNameOf(content, { fill, variables }) }),
      subject: filled.subject,
      html: asBody(filled.html),
      text: asBody(filled.text),
      messageId: messageIdOf(email, content.from_email),
      date: dueAt(email),
      headers: [...headersOf(content), ...originalIdOf(email)],
      serviceHeaders: serviceHeaders(email, {
        config: deps.config,
        unsubscribeUrl: system.unsubscribeUrl,
        unsubscribeAddress: mailboxes.unsubscribeAddressOf(email, returnPath),
      }),
      attachments: await lookups.attachmentsOf(content),
    }
  }

  const make = async (email: EmailToCompose): Promise<ComposedEmail> => {
    const signer = await signerOf(email)
    const message = await write(email, signer)
    const unsigned = composeMessage(message)
    const signatures = dkimSignatures(unsigned, signer.keys, message.date)
    const ref = { projectId: email.project_id, emailId: email.id }
    const from =
      signer.returnPath === null ? message.from.address : mailboxes.returnPathOf(email, signer.returnPath)
    return {
      subject: message.subject,
      envelope: { ...ref, from, to: email.address as EmailAddress },
      bytes: prepended(unsigned, signatures),
    }
  }

  /** Also of a domain that may no longer send: what was sent can still be read. */
  const read = async (email: EmailToCompose): Promise<Message> => {
    const names = await signerOf(email).catch(() => NO_NAMES)
    return write(email, names)
  }

  const weigh = async (email: EmailToCompose): Promise<number> => weightOf(await contentOf(email))

  return { weigh: explained(weigh), make: explained(make), write: explained(read) }
}

type Filling = { fill: ReturnType<typeof createTemplateFiller>; variables: Record<string, unknown> }

async function fromNameOf(
  { id, project_id: projectId, from_name: name, isNamePlain }: CachedContent,
  { fill, variables }: Filling,
): Promise<string | null> {
  if (name === null || isNamePlain === undefined) return name
  const parts = { subject: name, html: '', text_part: '', is_plain: isNamePlain }
  const { subject } = await fill({ project_id: projectId, key: `${id} sender`, ...parts }, variables)
  return shownFromName(subject)
}

type Names = Pick<Signer, 'trackingHost' | 'returnPath'>
const NO_NAMES: Names = { trackingHost: null, returnPath: null }

// An attachment is there as it was stored, as base64, in the email and in the signed email; a text in about as many forms.
const FORMS = 5

function weightOf({ html, text_part: text, attachments }: ContentRow): number {
  const attached = (attachments as unknown as ContentAttachment[]).reduce((sum, { size }) => sum + size, 0)
  return FORMS * (html.length + text.length + attached)
}

/** Refusals of the parts below, as what they mean for an email. */
function explained<T>(work: (email: EmailToCompose) => Promise<T>): (email: EmailToCompose) => Promise<T> {
  return async (email) => {
    try {
      return await work(email)
    } catch (error) {
      if (error instanceof InvalidMessageError) {
        throw new EmailComposeError(error.message, { isWorthRetrying: false })
      }
      if (!(error instanceof AppError)) throw error
      // A template that does not render today does not render tomorrow; a domain may be verified again, a thread be free.
      throw new EmailComposeError(error.message, { isWorthRetrying: error.code !== 'TEMPLATE_SYNTAX' })
    }
  }
}

type Facts = {
  content: CachedContent
  project: ProjectFacts
  publicUrl: string
  trackingHost: string | null
  locale: string
}

function emailFactsOf(
  email: EmailToCompose,
  { content, project, publicUrl, trackingHost, locale }: Facts,
): EmailFacts {
  return {
    publicUrl,
    projectId: email.project_id,
    emailId: email.id,
    contactId: email.contact?.id ?? null,
    linkCount: content.links.length,
    trackOpens: content.track_opens,
    // The headers lead to it too.
    pages: isBulk(email) ? ['unsubscribe', ...content.pages] : content.pages,
    locale,
    project,
    ...(trackingHost !== null && { trackingHost }),
  }
}

function addressing(
  { address, recipients }: EmailToCompose,
  content: ContentRow,
): Pick<Message, 'from' | 'to' | 'cc' | 'replyTo'> {
  const shown = recipients as EmailRecipients | null
  return {
    from: mailbox(content.from_email, content.from_name),
    to: shown?.to?.map(({ email, name }) => mailbox(email, name)) ?? [mailbox(address, null)],
    cc: shown?.cc?.map(({ email, name }) => mailbox(email, name)),
    replyTo: content.reply_to === null ? undefined : replyMailbox(content.reply_to),
  }
}

/** Stored as it is written in a header, with or without a name. */
function replyMailbox(text: string): Mailbox {
  const parsed = parseMailbox(text)
  return parsed.ok ? mailbox(parsed.address, parsed.name ?? null) : mailbox(text, null)
}

const mailbox = (address: string, name: string | null): Mailbox => ({
  address: address as EmailAddress,
  ...(name !== null && { name }),
})

const headersOf = ({ headers }: ContentRow): [string, string][] =>
  Object.entries(headers as Record<string, string>)

/** An email that was handed in by SMTP had a Message-ID, by which its author may look for it. */
function originalIdOf({ recipients }: EmailToCompose): [string, string][] {
  const id = (recipients as EmailRecipients | null)?.originalMessageId
  return id === undefined ? [] : [['X-Original-Message-ID', `<${id}>`]]
}

function localeOf(contact: TemplateContact | undefined, project: ProjectFacts): string {
  const own = contact?.data.locale
  return typeof own === 'string' ? own : project.locale
}

/** What comes from a thread has lost its class. */
const asBody = (body: Uint8Array | TextPieces): Buffer | TextPieces =>
  body instanceof Uint8Array && !Buffer.isBuffer(body)
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : (body as Buffer | TextPieces)
