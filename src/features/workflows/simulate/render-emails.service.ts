// Renders the emails of a simulation as they would be sent, each for the contact as it was at that time.
import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { readId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { translationFor } from '../../../platform/text/languages.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import {
  findTemplate,
  findTemplateId,
  listTranslations,
  previewVariables,
  sampleCoupons,
  syntaxMessageOf,
  templateVariables,
} from '../../templates/index.ts'
import type { TemplateRenderer, TranslationRow } from '../../templates/index.ts'
import { firstStop, topicStateOf } from '../../delivery/index.ts'
import type { RecipientFacts } from '../../delivery/index.ts'
import { isInControlGroup } from '../../goals/index.ts'
import { isTestRecipient } from '../../suppressions/index.ts'
import type { findProject } from '../../projects/index.ts'
import type { KnownTopic } from '../../topics/index.ts'
import { prepareInlineEmail } from '../check-records.service.ts'
import type { PreparedEmails } from '../check-records.service.ts'
import { executionValues } from '../step-variables.ts'
import type { WorkflowSimulated } from '../workflows.schema.ts'
import type { SimulatedEmail, SimulationOutput } from './simulate.ts'

type RenderedEmail = z.input<typeof WorkflowSimulated>['emails'][number]

// The limits of one response in size and time. Emails after that are listed without their content.
const MOST_CONTENT_BYTES = 1_000_000
const RENDER_TIME_MS = 10_000
/** An email before its variables are filled in. */
type Source = Pick<RenderedEmail, 'from' | 'templateId' | 'type'> & {
  topic: string | null
  content: (Parameters<TemplateRenderer>[0] & { variables: readonly string[] }) | undefined
  error: string | null
  translations: readonly TranslationRow[]
}

/** The facts about the contact that the simulation does not change. */
export type SimulatedRecipient = {
  suppressedFor: string | null
  /** Its state while it is not subscribed. */
  unsubscribedState: RecipientFacts['subscription']
  pausedUntil: Date | null
}

type RenderEmailsInput = {
  projectId: ProjectId
  recipient: SimulatedRecipient
  topics: readonly KnownTopic[]
  output: SimulationOutput
  threads: ThreadPool
  clock: Clock
  render: TemplateRenderer
  publicUrl: string
  project: Awaited<ReturnType<typeof findProject>>
  prepared?: PreparedEmails
}

export async function renderEmails(db: Db | Trx, input: RenderEmailsInput): Promise<RenderedEmail[]> {
  const { output, clock, project } = input
  const endAt = clock.now().getTime() + RENDER_TIME_MS
  const defaultFrom = project?.default_from ?? null
  const sources = new Map<string, Source>()
  const rendered: RenderedEmail[] = []
  let bytes = 0
  for (const simulated of output.emails) {
    const { stepId } = simulated
    const source = sources.get(stepId) ?? (await readSource(db, { ...input, email: simulated, defaultFrom }))
    sources.set(stepId, source)
    const isOverLimit = bytes >= MOST_CONTENT_BYTES || clock.now().getTime() >= endAt
    const email = await renderEmail({ email: simulated, source, isOverLimit, input })
    bytes += (email.html?.length ?? 0) + (email.text?.length ?? 0)
    rendered.push(email)
  }
  return rendered
}

type EmailSourceInput = RenderEmailsInput & { email: SimulatedEmail; defaultFrom: string | null }

async function readSource(
  db: Db | Trx,
  { projectId, threads, email, defaultFrom, prepared }: EmailSourceInput,
): Promise<Source> {
  const { config } = email
  if (config.templateId) {
    const templateId = await findTemplateId(db, { projectId, key: config.templateId })
    const row = templateId && (await findTemplate(db, { projectId, templateId }))
    const error = 'The template does not exist any more.'
    if (!row) {
      return {
        from: null,
        templateId: config.templateId,
        type: null,
        topic: null,
        content: undefined,
        error,
        translations: [],
      }
    }
    const content = { ...row, key: `${templateId} ${row.version}` }
    const type = row.type as 'TRANSACTIONAL' | 'MARKETING'
    const topic = config.topic ?? row.topic
    const translations = await listTranslations(db, row)
    return {
      from: row.from_email ?? defaultFrom,
      templateId,
      type,
      topic,
      content,
      error: null,
      translations,
    }
  }
  const known = {
    from: config.from ?? defaultFrom,
    templateId: null,
    type: config.type ?? 'MARKETING',
    topic: config.topic ?? null,
    translations: [],
  }
  try {
    const ready = prepared?.get(email.stepId)
    const { html, text, isPlain, variables } =
      ready ?? (await prepareInlineEmail(db, { threads, projectId, config }))
    const subject = config.subject ?? ''
    // The renderer caches parsed templates by this key.
    const key = `own ${hash('sha256', JSON.stringify([subject, html, text]), 'hex')}`
    const content = {
      project_id: projectId,
      is_plain: isPlain,
      subject,
      html,
      text_part: text,
      variables,
      key,
    }
    return { ...known, content, error: null }
  } catch (error) {
    return { ...known, content: undefined, error: syntaxMessageOf(error) }
  }
}

type RenderEmailInput = {
  email: SimulatedEmail
  source: Source
  isOverLimit: boolean
  input: RenderEmailsInput
}

async function renderEmail({ email, source, isOverLimit, input }: RenderEmailInput): Promise<RenderedEmail> {
  const { at, stepId, config, contact } = email
  const isOwn = !config.to || config.to === 'contact'
  const reason = isOwn ? skipReason(email, source, input) : null
  const head: RenderedEmail = {
    at: new Date(at).toISOString(),
    stepId,
    to: isOwn ? contact.email : (config.to ?? ''),
    from: source.from,
    templateId: source.templateId,
    type: source.type,
    status: reason === null ? 'SENT' : 'SKIPPED',
    reason,
    subject: null,
    html: null,
    text: null,
    missing: [],
    error: source.error,
  }
  if (!source.content) return head
  if (isOverLimit) return { ...head, error: 'Left out: the emails before it fill the response.' }
  try {
    const data = executionValues({ event: input.output.state?.event ?? null, answers: email.answers })
    const codes = sampleCoupons(source.content.variables, data)
    const variables = templateVariables({
      contact: { ...contact, data: contact.data as Record<string, unknown> },
      data,
      system: { ...previewVariables(input.publicUrl, input.project), ...codes },
    })
    const { subject, html, text, missing } = await input.render(inLanguage(source, contact.data), variables)
    return {
      ...head,
      subject,
      html: Buffer.from(html).toString(),
      text: Buffer.from(text).toString(),
      missing,
    }
  } catch (error) {
    return { ...head, error: syntaxMessageOf(error) }
  }
}

/** The content in the language of the contact, as delivery chooses it. */
function inLanguage({ content, translations }: Source, data: unknown): Parameters<TemplateRenderer>[0] {
  if (!content) throw new Error('there is no content to show')
  const found = translationFor(translations, (data as Record<string, unknown>)['locale'])
  return found ? { ...content, ...found, key: `${content.key} ${found.language}` } : content
}

/** Why delivery would not send the email; null if it would. */
function skipReason(
  { at, contact }: SimulatedEmail,
  { type, topic }: Source,
  { recipient, topics, projectId, project }: RenderEmailsInput,
): string | null {
  const stop = firstStop({
    isMarketing: type === 'MARKETING',
    suppressedFor: recipient.suppressedFor,
    subscription: contact.subscribed ? 'SUBSCRIBED' : recipient.unsubscribedState,
    isPaused: (recipient.pausedUntil?.getTime() ?? 0) > at,
    topicState: topicStateOf(topic, { choices: contact.topics?.choices ?? {}, topics }),
    isControlled: isControlled(contact, { projectId, percent: project?.control_percent ?? 0 }),
  })
  return stop?.reason ?? null
}

/** As delivery decides. A contact that is not stored has no id to decide by, and gets the email. */
const isControlled = (
  { id: contactId, email }: SimulatedEmail['contact'],
  { projectId, percent }: { projectId: ProjectId; percent: number },
): boolean =>
  readId(contactId) !== undefined &&
  !isTestRecipient(email) &&
  isInControlGroup({ projectId, contactId, percent })
