import { hash } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { translationFor } from '../../platform/text/languages.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { TemplatePieces } from '../../platform/liquid/compile.ts'
import type { PreparedTemplate, TemplateInput } from './prepare/prepare-template.ts'
import { findProject } from '../projects/index.ts'
import type { Check } from './prepare/template-checks.ts'
import { sampleCoupons } from './coupon-variables.ts'
import { createRenderer } from './render-template.ts'
import { runTemplateTask } from './template-syntax.ts'
import { projectVariables, templateVariables } from './template-variables.ts'
import type { SystemVariables, TemplateContact } from './template-variables.ts'
import { findTemplate, listTranslations } from './templates.queries.ts'
import type { TemplateRef, TemplateVersionRow } from './templates.queries.ts'
import { prepareBody } from './prepare/prepare-body.service.ts'
import { listRequiredVariables } from './required.service.ts'
import { renderTask } from './templates.threads.ts'
import type { RenderInput, RenderOutput } from './templates.threads.ts'

/** Contacts are another feature, so app.ts passes this in. */
export type FindContact = (
  db: Db | Trx,
  ref: { projectId: ProjectId; contactId: ContactId },
) => Promise<{ id: string; email: string; subscribed: boolean; data: unknown } | undefined>

type Renderable = Pick<TemplateVersionRow, 'project_id' | 'is_plain' | 'subject' | 'html' | 'text_part'> & {
  /** Identifies this content in its project permanently. */
  key: string
}
export type TemplateRenderer = (row: Renderable, variables: Record<string, unknown>) => Promise<RenderOutput>
export type TemplateFiller = (
  row: Renderable,
  variables: Record<string, unknown>,
) => Promise<TemplatePieces | RenderOutput>

// Limits for work in the main thread: parsing this much takes about 10 ms, and so does filling in this much data, where contact
// data counts three times: as `key`, `data.key` and `contact.data.key`.
const MOST_SOURCE_HERE = 200_000
const MOST_DATA_HERE = 15_000

/** Fills plain templates in the main thread; the others run code of their author, so in a thread that can be terminated. */
export function createTemplateRenderer(threads: ThreadPool): TemplateRenderer {
  const here = createRenderer()
  return async (row, variables) => {
    const input = inputOf(row, variables)
    return canRenderHere(row, variables) ? here.render(input) : renderInThread(threads, row, input)
  }
}

/** Like createTemplateRenderer, but returns plain templates in pieces, for callers that write them elsewhere. */
export function createTemplateFiller(threads: ThreadPool): TemplateFiller {
  const here = createRenderer()
  return async (row, variables) => {
    const input = inputOf(row, variables)
    if (!canRenderHere(row, variables)) return renderInThread(threads, row, input)
    return here.fill(input) ?? here.render(input)
  }
}

const inputOf = (row: Renderable, variables: Record<string, unknown>): RenderInput => ({
  key: `${row.project_id} ${row.key}`,
  source: { subject: row.subject, html: row.html, text: row.text_part },
  variables,
})

const canRenderHere = (row: Renderable, variables: Record<string, unknown>): boolean =>
  row.is_plain &&
  row.html.length + row.text_part.length <= MOST_SOURCE_HERE &&
  isSmallerThan(MOST_DATA_HERE, variables)

async function renderInThread(
  threads: ThreadPool,
  { project_id: projectId }: Renderable,
  input: RenderInput,
): Promise<RenderOutput> {
  // Large data takes time to build, and again to copy into a thread: other requests get a turn in between.
  if (!isSmallerThan(MOST_DATA_HERE, input.variables)) await heavyTurn(projectId)
  return runTemplateTask(threads, { task: renderTask, input, projectId })
}

/** Counts the characters of keys and values, up to the limit. */
function isSmallerThan(limit: number, json: unknown): boolean {
  let size = 0
  const open = [json]
  while (open.length > 0 && size < limit) {
    const value = open.pop()
    if (typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) {
        size += name.length + 1
        if (size >= limit) break
        open.push((value as Record<string, unknown>)[name])
      }
    } else size += String(value).length
  }
  return size < limit
}

type PreviewProject = { name: string; postal_address: string | null; locale: string }

/** Stand-ins for the system variables; their URLs lead nowhere. */
export function previewVariables(publicUrl: string, project: PreviewProject | undefined): SystemVariables {
  return {
    ...(project && projectVariables({ ...project, postalAddress: project.postal_address })),
    unsubscribeUrl: `${publicUrl}/unsubscribe/preview`,
    subscribeUrl: `${publicUrl}/subscribe/preview`,
    manageUrl: `${publicUrl}/manage/preview`,
    browserUrl: `${publicUrl}/browser/preview`,
  }
}

type PreviewInput = {
  projectId: ProjectId
  data: Record<string, unknown>
  contactId: ContactId | undefined
  publicUrl: string
  findContact: FindContact
  render: TemplateRenderer
}

export async function previewTemplate(
  db: Db | Trx,
  { templateId, language, ...input }: TemplateRef & PreviewInput & { language: string | undefined },
): Promise<RenderOutput & { language: string | null }> {
  const template = await findTemplate(db, { projectId: input.projectId, templateId })
  if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
  const project = await findProject(db, input)
  const { contact, variables } = await variablesFor(db, { ...input, project })
  const codes = sampleCoupons(template.variables, input.data)
  const translations = await listTranslations(db, template)
  const found = translationFor(translations, language ?? contact?.data.locale)
  const key = `${templateId} ${template.version} ${found?.language ?? ''}`
  const rendered = await input.render({ ...template, ...found, key }, { ...variables, ...codes })
  return { ...rendered, language: found?.language ?? null }
}

type DraftInput = { draft: TemplateInput; threads: ThreadPool; unsaved?: { key: string; body: string } }

/** Renders an unsaved draft as it would be sent. @throws AppError TEMPLATE_SYNTAX */
export async function previewDraft(
  db: Db | Trx,
  { draft, threads, unsaved, ...input }: PreviewInput & DraftInput,
): Promise<RenderOutput & Pick<PreparedTemplate, 'variables' | 'checks'> & { required: string[] }> {
  const { projectId, render } = input
  const project = await findProject(db, input)
  const { variables: values } = await variablesFor(db, { ...input, project })
  const { html, text, isPlain, variables, checks } = await prepareBody(db, {
    threads,
    projectId,
    fields: draft,
    ...(unsaved && { unsaved }),
  })
  const row = { project_id: projectId, is_plain: isPlain, subject: draft.subject, html, text_part: text }
  const key = `draft ${hash('sha256', JSON.stringify([draft.subject, html, text]), 'base64')}`
  const unset = draft.type === 'MARKETING' && project?.postal_address === null ? [POSTAL_ADDRESS_NOT_SET] : []
  const filled = await render({ ...row, key }, { ...values, ...sampleCoupons(variables, input.data) })
  const source = { subject: draft.subject, html, text }
  const required = await listRequiredVariables(threads, { projectId, source })
  return {
    ...filled,
    variables,
    required: required.map(({ name }) => name),
    checks: [...checks, ...unset],
  }
}

const POSTAL_ADDRESS_NOT_SET: Check = {
  code: 'POSTAL_ADDRESS_NOT_SET',
  level: 'warning',
  message:
    'The project has no postal address to print. Set one in the project settings or with PATCH /project.',
}

async function variablesFor(
  db: Db | Trx,
  input: PreviewInput & { project: PreviewProject | undefined },
): Promise<{ contact: TemplateContact | undefined; variables: Record<string, unknown> }> {
  const { projectId, contactId, data, publicUrl, findContact, project } = input
  const found = contactId === undefined ? undefined : await findContact(db, { projectId, contactId })
  if (contactId !== undefined && !found) throw new AppError('CONTACT_NOT_FOUND')
  const contact = found && { ...found, data: found.data as Record<string, unknown> }
  const variables = templateVariables({ contact, data, system: previewVariables(publicUrl, project) })
  return { contact, variables }
}
