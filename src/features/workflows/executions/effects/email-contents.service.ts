// The contents of SEND_EMAIL steps, ready to be sent: the same for all contacts, so each is built once and cached. Built
// outside of transactions, because it takes a thread; an execution whose email is not ready is put back until it is.
import { hash } from 'node:crypto'
import { createByteCache } from '../../../../platform/caches/byte-cache.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ProjectId, TemplateId } from '../../../../platform/ids.ts'
import { addressContent, finishForWire, finishTranslations, insertContent } from '../../../delivery/index.ts'
import type { AddressedContent, PreparedTranslation } from '../../../delivery/index.ts'
import { trackingOf } from '../../../projects/index.ts'
import type { findProject } from '../../../projects/index.ts'
import { findTemplate, listTranslations, mayNamePartials, readFromName } from '../../../templates/index.ts'
import { prepareInlineEmail } from '../../check-records.service.ts'
import { requireEmailSender, stepSender } from '../../email-sender.service.ts'
import type { EmailSender } from '../../email-sender.service.ts'
import type { StepOf } from '../../steps.schema.ts'
import type { SharedFacts } from '../facts/facts.service.ts'

export type ProjectSettings = NonNullable<Awaited<ReturnType<typeof findProject>>>

type Config = StepOf<'SEND_EMAIL'>['config']

/** An email that a step asks for. */
export type WantedEmail = {
  /** Equal for steps that lead to the same content. */
  key: string
  project: ProjectSettings
  config: Config
  templateId: TemplateId | null
}

export type ReadyEmail = {
  content: AddressedContent
  variables: readonly string[]
  isMarketing: boolean
  templateId: TemplateId | null
  /** The key of the topic of the template. */
  topic: string | null
  madeAt: number
  bytes: number
}

export type EmailContents = {
  wanted(given: {
    project: ProjectSettings
    config: Config
    shared: Pick<SharedFacts, 'templates' | 'partialsStamp' | 'brandVersion'>
  }): WantedEmail
  find(wanted: WantedEmail): ReadyEmail | undefined
  /** Builds and stores it. Returns the reason if it cannot be sent. */
  make(wanted: WantedEmail): Promise<string | undefined>
  forget(wanted: WantedEmail): void
}

// Some hundred newsletters.
const CACHE_BYTES = 32_000_000

// A domain that is no longer verified is noticed after this; emails accepted meanwhile wait for it in the queue.
const LIFETIME_MS = 60_000

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads'>

export function createEmailContents(parts: Parts): EmailContents {
  const { clock } = parts
  const cache = createByteCache<ReadyEmail>({ maxBytes: CACHE_BYTES })
  const running = new Map<string, Promise<string | undefined>>()
  const gone = new Set<string>()
  return {
    wanted: toWanted,
    find({ key }) {
      const known = gone.has(key) ? undefined : cache.find(key)
      return known && clock.now().getTime() - known.madeAt < LIFETIME_MS ? known : undefined
    },
    make(wanted) {
      const known = running.get(wanted.key)
      if (known) return known
      const made = makeEmail(parts, wanted)
        .then((ready) => {
          cache.add(wanted.key, ready)
          gone.delete(wanted.key)
          return undefined
        })
        .catch(reasonOf)
        .finally(() => running.delete(wanted.key))
      running.set(wanted.key, made)
      return made
    },
    forget: ({ key }) => void gone.add(key),
  }
}

const toWanted: EmailContents['wanted'] = ({ project, config, shared }) => {
  const template = config.templateId ? shared.templates.get(config.templateId) : undefined
  const { default_from: from, default_from_name: name, reply_to: reply } = project
  const tracking = [trackingOf(project, { isMarketing: true }), trackingOf(project, { isMarketing: false })]
  const stamp = mayNamePartials(config.body ?? '') ? shared.partialsStamp : null
  const brand = config.blocks ? shared.brandVersion : null
  const source = template
    ? [template.templateId, template.version, config.utm ?? null]
    : [config, stamp, brand]
  const key = hash('sha256', JSON.stringify([project.id, source, from, name, reply, tracking]), 'base64')
  return { key, project, config, templateId: template?.templateId ?? null }
}

/** The message of a problem with the email or its sender. @throws any other error */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') return error.message
  throw error
}

type EmailSource = {
  subject: string
  html: string
  text: string
  isPlain: boolean
  variables: readonly string[]
  isMarketing: boolean
  topic: string | null
  from: EmailSender | undefined
  replyTo: string | null
  translations: readonly PreparedTranslation[]
}

async function makeEmail(parts: Parts, { project, config, templateId }: WantedEmail): Promise<ReadyEmail> {
  const { database, threads, clock } = parts
  const projectId = project.id
  const source = templateId
    ? await fromTemplate(parts, { projectId, templateId })
    : await fromStep(parts, { projectId, config })
  const from = await requireEmailSender(database.db, { project, named: source.from, config: parts.config })
  const { subject, html, text, isPlain, isMarketing } = source
  const variables = [...new Set([...source.variables, ...readFromName(from.name).variables])]
  const tracking = trackingOf(project, { isMarketing })
  const utm = config.utm ?? null
  const finished = await finishForWire(threads, {
    projectId,
    html,
    text,
    isMarketing,
    tracking,
    isPlain,
    utm,
  })
  const { translations } = source
  const translated = await finishTranslations(threads, {
    projectId,
    isMarketing,
    tracking,
    utm,
    finished,
    translations,
  })
  const content = addressContent({
    ...finished,
    ...translated,
    subject,
    isPlain,
    fromEmail: from.email,
    fromName: from.name,
    replyTo: source.replyTo ?? project.reply_to,
    headers: {},
    attachments: [],
  })
  const now = clock.now()
  await insertContent(database.db, { projectId, content, blobs: [], now })
  const texts = [finished, ...translated.translations]
  const bytes = texts.reduce((sum, one) => sum + 2 * (one.html.length + one.text.length), 2_000)
  return { content, variables, isMarketing, templateId, topic: source.topic, madeAt: now.getTime(), bytes }
}

async function fromTemplate(
  { database }: Parts,
  ref: { projectId: ProjectId; templateId: TemplateId },
): Promise<EmailSource> {
  const row = await findTemplate(database.db, ref)
  if (!row) throw new AppError('TEMPLATE_NOT_FOUND')
  return {
    subject: row.subject,
    html: row.html,
    text: row.text_part,
    isPlain: row.is_plain,
    variables: row.variables,
    isMarketing: row.type === 'MARKETING',
    topic: row.topic,
    from: row.from_email ? { email: row.from_email, name: row.from_name } : undefined,
    replyTo: row.reply_to,
    translations: await listTranslations(database.db, row),
  }
}

async function fromStep(
  { database, threads }: Parts,
  { projectId, config }: { projectId: ProjectId; config: Config },
): Promise<EmailSource> {
  const { html, text, isPlain, variables } = await prepareInlineEmail(database.db, {
    threads,
    projectId,
    config,
  })
  return {
    subject: config.subject ?? '',
    html,
    text,
    isPlain,
    variables,
    isMarketing: (config.type ?? 'MARKETING') === 'MARKETING',
    topic: null,
    from: stepSender(config),
    replyTo: config.replyTo ?? null,
    translations: [],
  }
}
