// The email with the link: the template of the project, or the built-in text. A template that is gone, or has no link any more,
// must not lose a confirmation, so the built-in text takes its place.
import { hash } from 'node:crypto'
import { createByteCache } from '../../platform/caches/byte-cache.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { Language } from '../../platform/text/languages.ts'
import { addressContent, finishForWire, finishTranslations, insertContent } from '../delivery/index.ts'
import type { AddressedContent, PreparedTranslation } from '../delivery/index.ts'
import { createSenderCheck } from '../domains/index.ts'
import type { findProject } from '../projects/index.ts'
import { couponKeysOf, findTemplate, listTranslations, readFromName } from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import { builtInEmail } from './built-in-email.ts'
import type { EmailParts } from './built-in-email.ts'

export type ProjectSettings = NonNullable<Awaited<ReturnType<typeof findProject>>>

export type ReadyConfirmation = {
  projectId: ProjectId
  content: AddressedContent
  /** The variables that it shows. */
  variables: readonly string[]
  templateId: TemplateId | null
}

export type ConfirmationEmails = {
  /** Undefined if the project has no sender that it may use: then no confirmation can leave. */
  make(project: ProjectSettings, language: Language): Promise<ReadyConfirmation | undefined>
  /** Stores content that was deleted since. */
  storeAgain(db: Db | Trx, ready: ReadyConfirmation): Promise<void>
}

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

// Some hundred short emails.
const CACHE_BYTES = 4_000_000

/** Whether a template shows the link, and not only in a condition. */
export const hasConfirmLink = ({ html, text_part: text }: Pick<TemplateRow, 'html' | 'text_part'>): boolean =>
  [html, text].some((body) => /\{\{-?\s*(?:data\.)?confirmUrl\b/.test(body))

/** A template may have changed since it was chosen. */
const isUsable = (template: TemplateRow): boolean =>
  hasConfirmLink(template) && couponKeysOf(template.variables).length === 0

export function createConfirmationEmails(deps: Parts): ConfirmationEmails {
  const { database, threads, clock, log } = deps
  const checkSender = createSenderCheck(database, deps.config)
  const cache = createByteCache<ReadyConfirmation & { bytes: number }>({ maxBytes: CACHE_BYTES })
  const store = (db: Db | Trx, { projectId, content }: ReadyConfirmation) =>
    insertContent(db, { projectId, content, blobs: [], now: clock.now() })

  const usableTemplate = async (project: ProjectSettings): Promise<TemplateRow | undefined> => {
    const templateId = project.confirmation_template_id
    if (templateId === null) return undefined
    const template = await findTemplate(database.db, { projectId: project.id, templateId })
    if (template && isUsable(template)) return template
    log.warn(
      { projectId: project.id, templateId },
      'the template of confirmations is gone, has no confirmUrl, or names a coupon list',
    )
    return undefined
  }

  /** The sender of the template, else of the project. */
  const findSender = async (project: ProjectSettings, template: TemplateRow | undefined) => {
    const candidates = [
      { email: template?.from_email, name: template?.from_name ?? null },
      { email: project.default_from, name: project.default_from_name },
    ]
    for (const { email, name } of candidates) {
      if (email && (await isAllowedSender(project.id, email))) return { email, name }
    }
    return undefined
  }

  const isAllowedSender = async (projectId: ProjectId, address: string): Promise<boolean> => {
    try {
      await checkSender(projectId, address)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error
      log.warn({ projectId, err: error }, 'the sender of confirmations is not verified')
      return false
    }
  }

  return {
    storeAgain: store,
    async make(project, language) {
      const template = await usableTemplate(project)
      const from = await findSender(project, template)
      if (!from) {
        log.warn({ projectId: project.id }, 'a confirmation was not sent, because the project has no sender')
        return undefined
      }
      const replyTo = template?.reply_to ?? project.reply_to
      const version = template ? [template.template_id, template.version] : language
      const key = hash('sha256', JSON.stringify([project.id, version, from, replyTo]), 'base64')
      const known = cache.find(key)
      if (known) return known
      const parts = template ? partsOf(template) : builtInEmail(language)
      const translations = template ? await listTranslations(database.db, template) : []
      const usable = translations.filter(hasConfirmLink)
      const source = { projectId: project.id, parts, from, replyTo, translations: usable }
      const built = await buildContent(threads, source)
      const ready = { ...built, projectId: project.id, templateId: template?.template_id ?? null }
      await store(database.db, ready)
      return cache.add(key, ready)
    },
  }
}

type ContentSource = {
  projectId: ProjectId
  parts: EmailParts
  from: { email: string; name: string | null }
  replyTo: string | null
  translations: readonly PreparedTranslation[]
}

async function buildContent(
  threads: Deps['threads'],
  { projectId, parts, from, replyTo, translations }: ContentSource,
): Promise<{ content: AddressedContent; variables: readonly string[]; bytes: number }> {
  const { subject, html, text, isPlain } = parts
  // The link must be the one of the page, and whoever opens it has not agreed to anything yet.
  const shared = { projectId, isMarketing: false, tracking: { opens: false, clicks: false } }
  const finished = await finishForWire(threads, { ...shared, html, text, isPlain })
  const translated = await finishTranslations(threads, { ...shared, finished, translations })
  const content = addressContent({
    ...finished,
    ...translated,
    subject,
    isPlain,
    fromEmail: from.email,
    fromName: from.name,
    replyTo,
    headers: {},
    attachments: [],
  })
  const variables = [...new Set([...parts.variables, ...readFromName(from.name).variables])]
  return { content, variables, bytes: 2 * (finished.html.length + finished.text.length) + 2_000 }
}

const partsOf = (row: TemplateRow): EmailParts => ({
  subject: row.subject,
  html: row.html,
  text: row.text_part,
  variables: row.variables,
  isPlain: row.is_plain,
})
