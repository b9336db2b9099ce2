// The emails of a simulation, rendered as they would be sent: each for the contact as it was at that moment.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { findTemplate, findTemplateId, previewVariables, templateVariables } from '../../templates/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import type { findProject } from '../../projects/index.ts'
import { prepareOwn } from '../check-records.service.ts'
import type { PreparedEmails } from '../check-records.service.ts'
import type { StartEvent } from '../engine/execution.ts'
import { eventValues } from '../step-variables.ts'
import type { WorkflowSimulated } from '../workflows.schema.ts'
import type { SimulatedEmail, SimulationOutput } from './simulate.ts'

type Rendered = z.input<typeof WorkflowSimulated>['emails'][number]

// What one answer holds, and how long a caller waits for it. What comes after that is listed without its content.
const MOST_CONTENT_BYTES = 1_000_000
const RENDER_TIME_MS = 10_000

type Content = Parameters<TemplateRenderer>[0]
/** An email before its variables are filled in. */
type Source = Pick<Rendered, 'from' | 'templateId' | 'type'> & {
  content: Content | undefined
  error: string | null
}

type Asked = {
  projectId: ProjectId
  output: SimulationOutput
  threads: ThreadPool
  clock: Clock
  render: TemplateRenderer
  publicUrl: string
  project: Awaited<ReturnType<typeof findProject>>
  prepared?: PreparedEmails
}

export async function renderEmails(db: Db | Trx, asked: Asked): Promise<Rendered[]> {
  const { output, clock, project } = asked
  const endAt = clock.now().getTime() + RENDER_TIME_MS
  const defaultFrom = project?.default_from ?? null
  const sources = new Map<string, Source>()
  const rendered: Rendered[] = []
  let bytes = 0
  for (const email of output.emails) {
    const source = sources.get(email.stepId) ?? (await readSource(db, { ...asked, email, defaultFrom }))
    sources.set(email.stepId, source)
    const isLeftOut = bytes >= MOST_CONTENT_BYTES || clock.now().getTime() >= endAt
    const made = await renderOne({ email, source, isLeftOut, asked })
    bytes += (made.html?.length ?? 0) + (made.text?.length ?? 0)
    rendered.push(made)
  }
  return rendered
}

type Reading = Asked & { email: SimulatedEmail; defaultFrom: string | null }

async function readSource(
  db: Db | Trx,
  { projectId, threads, email, defaultFrom, prepared }: Reading,
): Promise<Source> {
  const { config } = email
  if (config.templateId) {
    const templateId = await findTemplateId(db, { projectId, key: config.templateId })
    const row = templateId && (await findTemplate(db, { projectId, templateId }))
    const error = 'The template does not exist any more.'
    if (!row) return { from: null, templateId: config.templateId, type: null, content: undefined, error }
    const content = { ...row, key: `${templateId} ${row.version}` }
    const type = row.type as 'TRANSACTIONAL' | 'MARKETING'
    return { from: row.from_email ?? defaultFrom, templateId, type, content, error: null }
  }
  const known = { from: config.from ?? defaultFrom, templateId: null, type: config.type ?? 'MARKETING' }
  try {
    const ready = prepared?.get(email.stepId)
    const { html, text, isPlain } = ready ?? (await prepareOwn(threads, { projectId, config }))
    const subject = config.subject ?? ''
    // The renderer keeps what it has read by this key.
    const hash = createHash('sha256')
      .update(JSON.stringify([subject, html, text]))
      .digest('hex')
    const content = {
      project_id: projectId,
      is_plain: isPlain,
      subject,
      html,
      text_part: text,
      key: `own ${hash}`,
    }
    return { ...known, content, error: null }
  } catch (error) {
    return { ...known, content: undefined, error: syntaxMessage(error) }
  }
}

type One = { email: SimulatedEmail; source: Source; isLeftOut: boolean; asked: Asked }

async function renderOne({ email, source, isLeftOut, asked }: One): Promise<Rendered> {
  const { at, stepId, config, contact } = email
  const isOwn = !config.to || config.to === 'contact'
  const isSkipped = isOwn && source.type === 'MARKETING' && !contact.subscribed
  const head: Rendered = {
    at: new Date(at).toISOString(),
    stepId,
    to: isOwn ? contact.email : (config.to ?? ''),
    from: source.from,
    templateId: source.templateId,
    type: source.type,
    status: isSkipped ? 'SKIPPED' : 'SENT',
    subject: null,
    html: null,
    text: null,
    missing: [],
    error: source.error,
  }
  if (!source.content) return head
  if (isLeftOut) return { ...head, error: 'Left out: the emails before it are as much as one answer holds.' }
  try {
    const variables = variablesOf(email, {
      event: asked.output.state?.event ?? null,
      publicUrl: asked.publicUrl,
      project: asked.project,
    })
    const { subject, html, text, missing } = await asked.render(source.content, variables)
    return {
      ...head,
      subject,
      html: Buffer.from(html).toString(),
      text: Buffer.from(text).toString(),
      missing,
    }
  } catch (error) {
    return { ...head, error: syntaxMessage(error) }
  }
}

type Context = { event: StartEvent | null } & Pick<Asked, 'publicUrl' | 'project'>

function variablesOf(
  { contact }: SimulatedEmail,
  { event, publicUrl, project }: Context,
): Record<string, unknown> {
  return templateVariables({
    contact: { ...contact, data: contact.data as Record<string, unknown> },
    data: eventValues(event),
    system: previewVariables(publicUrl, project),
  })
}

/** What is wrong with a template is part of the answer; anything else is not. */
function syntaxMessage(error: unknown): string {
  if (error instanceof AppError && error.code === 'TEMPLATE_SYNTAX') return error.message
  throw error
}
