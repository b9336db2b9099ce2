// Composes the bytes of a claimed email: fills the content in for its recipient, writes MIME and signs it. An email
// gives the same bytes whenever it is composed, as long as contact and key do not change: an email that is sent again
// after a crash has the same Message-ID.
import type { Deps } from '../../../platform/deps.ts'
import { parseMailbox } from '../../../platform/addresses/email-address.ts'
import type { EmailAddress } from '../../../platform/addresses/email-address.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidMessageError } from '../../../platform/email/message.ts'
import type { Mailbox, Message } from '../../../platform/email/message.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import { NO_SPAN } from '../../../platform/tracing/span.ts'
import type { RunningSpan } from '../../../platform/tracing/span.ts'
import { translationFor } from '../../../platform/text/languages.ts'
import type { TextPieces } from '../../../platform/text/text-pieces.ts'
import {
  createTemplateFiller,
  EMAIL_LANGUAGE,
  shownContact,
  shownFromName,
  templateVariables,
} from '../../templates/index.ts'
import type { ProjectFacts, TemplateContact } from '../../templates/index.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import type { ContentAttachment } from '../content/content.ts'
import type { ContentRow } from '../content/contents.queries.ts'
import { createEmailMailboxes } from './email-mailboxes.ts'
import { createProviderHeaders } from './provider-headers.ts'
import { isBulk, messageIdOf, serviceHeaders } from './email-headers.ts'
import { createEmailLookups } from './email-lookups.service.ts'
import type { CachedContent, EmailLookups, Signer } from './email-lookups.service.ts'
import { EmailComposeError } from './email-compose-error.ts'
import { createMessageSeal } from './message-seal.ts'
import type { ComposedEmail } from './message-seal.ts'
import { createEmailVariables } from './email-variables.ts'
import type { EmailFacts } from './email-variables.ts'
import type { EmailRecipients } from '../queue/recipients.schema.ts'
import { dueAt } from '../queue/retry-schedule.ts'
import { instanceTraits } from '../transports/transport-traits.ts'
import type { TransportTraits } from '../transports/transport-traits.ts'

export type EmailComposer = {
  /** The approximate memory of the email while it is composed and sent. @throws EmailComposeError */
  estimateBytes(email: EmailToCompose): Promise<number>
  /** @throws EmailComposeError */
  compose(email: EmailToCompose, span?: RunningSpan): Promise<ComposedEmail>
  /** The transports of its sender, in the order in which they are tried. @throws EmailComposeError */
  routesOf(email: EmailToCompose): Promise<readonly number[]>
  /** The message before MIME and signing, for display. @throws EmailComposeError */
  composeMessage(email: EmailToCompose): Promise<Message>
}

type Parts = Pick<Deps, 'database' | 'config' | 'publicUrl' | 'secrets' | 'clock' | 'threads' | 'objects'>

export type ComposerOptions = {
  /** The traits of their transport; those of MAIL_TRANSPORT if not given. */
  traits?: TransportTraits | undefined
  /** Shared by the composers of a thread, because they cache contents. */
  lookups?: EmailLookups | undefined
}

export function createEmailComposer(
  deps: Parts,
  { traits = instanceTraits(deps.config), lookups = createEmailLookups(deps) }: ComposerOptions = {},
): EmailComposer {
  const fill = createTemplateFiller(deps.threads)
  const variablesOf = createEmailVariables(deps)
  const mailboxes = createEmailMailboxes(deps)
  const providerHeaders = createProviderHeaders(deps, traits)
  const seal = createMessageSeal(deps, traits)
  const { contentOf, signerOf, routesOf } = createEmailFinders(lookups)

  const write = async (email: EmailToCompose, { trackingHost, returnPath }: HostNames): Promise<Message> => {
    const content = await contentOf(email)
    const project = await lookups.projectOf(email.project_id)
    const publicUrl = await deps.publicUrl.find()
    const stored = { contact: email.contact ?? undefined, variables: email.variables }
    const { contact, data } = shownContact(stored)
    const shown = forReader(content, { project, wanted: shownLocale(contact, data) })
    const system = variablesOf(emailFactsOf(email, { content, ...shown.facts, publicUrl, trackingHost }))
    const variables = templateVariables({ contact, data, system })
    const filled = await fill(shown.source, variables)
    return {
      ...addressing(email, { ...content, from_name: await fromNameOf(content, { fill, variables }) }),
      subject: filled.subject,
      html: asBody(filled.html),
      text: asBody(filled.text),
      messageId: messageIdOf(email, content.from_email),
      date: dueAt(email),
      headers: [...headersOf(content), ...originalIdOf(email)],
      serviceHeaders: serviceHeaders(email, {
        isInbox: traits.isInbox,
        unsubscribeUrl: system.unsubscribeUrl,
        unsubscribeAddress: mailboxes.unsubscribeAddressOf(email, returnPath),
        providerHeaders: providerHeaders(email),
      }),
      attachments: await lookups.attachmentsOf(content),
    }
  }

  const compose = async (email: EmailToCompose, span: RunningSpan): Promise<ComposedEmail> => {
    const signer = await signerOf(email)
    const message = await span.step('render', () => write(email, signer))
    return span.step('sign', () => seal(message, { email, signer }))
  }

  /** Also for a domain that may no longer send: its emails can still be read. */
  const read = async (email: EmailToCompose): Promise<Message> => {
    const hostNames = await signerOf(email).catch(() => NO_HOST_NAMES)
    return write(email, hostNames)
  }

  return {
    estimateBytes: withComposeErrors(async (email) => estimateOf(await contentOf(email))),
    compose: (email, span = NO_SPAN) => withComposeErrors(() => compose(email, span))(email),
    routesOf: withComposeErrors(routesOf),
    composeMessage: withComposeErrors(read),
  }
}

/** The lookups of an email. */
function createEmailFinders(lookups: EmailLookups) {
  const contentOf = ({ project_id: projectId, content_id: contentId }: EmailToCompose) =>
    lookups.contentOf({ projectId, contentId })
  return {
    contentOf,
    signerOf: async (email: EmailToCompose): Promise<Signer> =>
      lookups.signerOf(email.project_id, (await contentOf(email)).from_email),
    routesOf: async (email: EmailToCompose): Promise<readonly number[]> =>
      lookups.routesOf(email.project_id, (await contentOf(email)).from_email),
  }
}

async function fromNameOf(
  { id, project_id: projectId, from_name: name, isNamePlain }: CachedContent,
  { fill, variables }: { fill: ReturnType<typeof createTemplateFiller>; variables: Record<string, unknown> },
): Promise<string | null> {
  if (name === null || isNamePlain === undefined) return name
  const parts = { subject: name, html: '', text_part: '', is_plain: isNamePlain }
  const { subject } = await fill({ project_id: projectId, key: `${id} sender`, ...parts }, variables)
  return shownFromName(subject)
}

type HostNames = Pick<Signer, 'trackingHost' | 'returnPath'>
const NO_HOST_NAMES: HostNames = { trackingHost: null, returnPath: null }

// An attachment is in memory as stored, as base64, in the email and in the signed email; a text about as often.
const COPIES_IN_MEMORY = 5

function estimateOf({ html, text_part: text, attachments }: CachedContent): number {
  const attached = (attachments as unknown as ContentAttachment[]).reduce((sum, { size }) => sum + size, 0)
  return COPIES_IN_MEMORY * (html.length + text.length + attached)
}

/** Turns errors of other modules into EmailComposeError. */
function withComposeErrors<T>(
  work: (email: EmailToCompose) => Promise<T>,
): (email: EmailToCompose) => Promise<T> {
  return async (email) => {
    try {
      return await work(email)
    } catch (error) {
      if (error instanceof InvalidMessageError) {
        throw new EmailComposeError(error.message, { isWorthRetrying: false })
      }
      if (!(error instanceof AppError) || error instanceof ObjectStoreError) throw error
      // A template error is permanent; a domain may be verified again, or a thread become free.
      throw new EmailComposeError(error.message, { isWorthRetrying: error.code !== 'TEMPLATE_SYNTAX' })
    }
  }
}

type LinkRange = { first: number; count: number }
type ComposeContext = {
  content: CachedContent
  links: LinkRange
  project: ProjectFacts
  publicUrl: string
  trackingHost: string | null
  locale: string
}

function emailFactsOf(
  email: EmailToCompose,
  { content, links, project, publicUrl, trackingHost, locale }: ComposeContext,
): EmailFacts {
  return {
    publicUrl,
    projectId: email.project_id,
    emailId: email.id,
    contactId: email.contact?.id ?? null,
    links,
    trackOpens: content.track_opens,
    // The headers link to it too.
    pages: isBulk(email) ? ['unsubscribe', ...content.pages] : content.pages,
    locale,
    project,
    ...(trackingHost !== null && { trackingHost }),
  }
}

function addressing(
  { address, recipients }: EmailToCompose,
  content: Pick<ContentRow, 'from_email' | 'from_name' | 'reply_to'>,
): Pick<Message, 'from' | 'to' | 'cc' | 'replyTo'> {
  const shown = recipients as EmailRecipients | null
  return {
    from: mailbox(content.from_email, content.from_name),
    to: shown?.to?.map(({ email, name }) => mailbox(email, name)) ?? [mailbox(address, null)],
    cc: shown?.cc?.map(({ email, name }) => mailbox(email, name)),
    replyTo: content.reply_to === null ? undefined : replyMailbox(content.reply_to),
  }
}

/** Stored as in a header, with or without a name. */
function replyMailbox(text: string): Mailbox {
  const parsed = parseMailbox(text)
  return parsed.ok ? mailbox(parsed.address, parsed.name ?? null) : mailbox(text, null)
}

const mailbox = (address: string, name: string | null): Mailbox => ({
  address: address as EmailAddress,
  ...(name !== null && { name }),
})

const headersOf = ({ headers }: CachedContent): [string, string][] =>
  Object.entries(headers as Record<string, string>)

/** The Message-ID that the submitting program gave an email, by which its author may search for it. */
function originalIdOf({ recipients }: EmailToCompose): [string, string][] {
  const id = (recipients as EmailRecipients | null)?.originalMessageId
  return id === undefined ? [] : [['X-Original-Message-ID', `<${id}>`]]
}

/** The language that the call names, else that of the contact; undefined if neither is known. */
function shownLocale(
  contact: TemplateContact | undefined,
  data: Record<string, unknown>,
): string | undefined {
  const wanted = data[EMAIL_LANGUAGE] ?? contact?.data.locale
  return typeof wanted === 'string' ? wanted : undefined
}

type Source = Parameters<ReturnType<typeof createTemplateFiller>>[0]

type ShownContent = { source: Source; facts: Pick<ComposeContext, 'links' | 'project' | 'locale'> }

/** The content in the language that the reader wants, if it has been translated into it. */
function forReader(
  content: CachedContent,
  { project, wanted }: { project: ProjectFacts; wanted: string | undefined },
): ShownContent {
  const { id, project_id, links, translations } = content
  const locale = wanted ?? project.locale
  const found = translationFor(translations, wanted)
  if (!found) {
    const count = translations[0]?.firstLink ?? links.length
    return { source: { ...content, key: id }, facts: { links: { first: 0, count }, project, locale } }
  }
  const { language, subject, html, text, isPlain, firstLink: first, linkCount: count } = found
  const source = { project_id, subject, html, text_part: text, is_plain: isPlain, key: `${id} ${language}` }
  // The HTML names the language that it is written in.
  return { source, facts: { links: { first, count }, project: { ...project, locale: language }, locale } }
}

/** A Buffer from a thread arrives as a Uint8Array. */
const asBody = (body: Uint8Array | TextPieces): Buffer | TextPieces =>
  body instanceof Uint8Array && !Buffer.isBuffer(body)
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    : (body as Buffer | TextPieces)
