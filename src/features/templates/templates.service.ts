import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import { retryLate } from '../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { copyName } from '../../platform/text/copy-name.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, TemplateId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'
import { requireTopics } from '../topics/index.ts'
import { isConfirmationTemplate } from '../projects/index.ts'
import { requireUnused } from '../uses/index.ts'
import { blocksToMjml } from './blocks/blocks-to-mjml.ts'
import type { BlockDocument } from './blocks/blocks.schema.ts'
import { isMjml } from './prepare/mjml-source.ts'
import type { TemplateInspection } from './prepare/inspect-template.ts'
import type { PreparedTemplate, TemplateInput } from './prepare/prepare-template.ts'
import type { Check } from './prepare/template-checks.ts'
import { runTemplateTask } from './template-syntax.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  insertVersion,
  lockTemplate,
  incrementVersion,
} from './templates.queries.ts'
import type { NewVersion, TemplateRef, TemplateRow } from './templates.queries.ts'
import type { TemplateCreate, TemplatePatch } from './templates.schema.ts'
import { inspectTask, loadMjmlTask, prepareTask } from './templates.threads.ts'

type CreateFields = z.output<typeof TemplateCreate>
/** The editable fields; addresses come from the database as plain text. */
type Fields = Omit<CreateFields, 'from' | 'replyTo' | 'body'> & {
  from: string | null
  replyTo: string | null
  body: string
}
type SaveContext = { projectId: ProjectId; now: Date; threads: ThreadPool }

type CreateTemplateInput = SaveContext & {
  fields: CreateFields
  /** The caller creates the topic later in the same request. */
  isTopicComing?: boolean
}

export async function createTemplate(
  late: LateDb,
  { projectId, now, threads, fields: created, isTopicComing = false }: CreateTemplateInput,
): Promise<TemplateRow> {
  const fields = { ...created, ...resolveBody(created) }
  if (!isTopicComing) await requireTopics(late.db, { projectId, keys: topicOf(created) })
  const prepared = await prepareBody(threads, { projectId, fields })
  return insertFirstVersion(await late.begin(), { projectId, now, fields, prepared })
}

const topicOf = ({ topic }: { topic?: string | null | undefined }) =>
  typeof topic === 'string' ? [{ key: topic, field: 'topic' }] : []

type BodyAndBlocks = { body?: string | undefined; blocks?: BlockDocument | null | undefined }

/**
 * Generates the body from blocks. A client may send a whole record back, so beside blocks two bodies are accepted: the
 * generated one and the previous one of the template. @throws AppError for any other body
 */
export function resolveBody(
  { body, blocks }: BodyAndBlocks,
  { bodyBefore }: { bodyBefore?: string } = {},
): Pick<Fields, 'body' | 'blocks'> {
  if (!blocks) return { body: body ?? '', blocks: null }
  const generated = blocksToMjml(blocks)
  const isAccepted = body === undefined || body === generated || body === bodyBefore
  if (isAccepted) return { body: generated, blocks }
  throw invalidFields({
    field: 'blocks',
    message:
      'must be omitted: the request also has a body, which differs from the one generated from these blocks',
    code: 'custom',
  })
}

/** The copy starts at version 1. */
export async function duplicateTemplate(
  db: Db | Trx,
  { now, ...ref }: TemplateRef & { now: Date },
): Promise<TemplateRow> {
  const original = await findTemplate(db, ref)
  if (!original) throw new AppError('TEMPLATE_NOT_FOUND')
  const fields = { ...fieldsOf(original), name: copyName(original.name, LONGEST_NAME), alias: null }
  return insertFirstVersion(db, { projectId: ref.projectId, now, fields, prepared: preparedOf(original) })
}

const LONGEST_NAME = 100

type FirstVersion = { projectId: ProjectId; now: Date; fields: Fields; prepared: PreparedTemplate }

async function insertFirstVersion(
  db: Db | Trx,
  { projectId, now, fields, prepared }: FirstVersion,
): Promise<TemplateRow> {
  const templateId = newId<TemplateId>(now)
  const row = toVersionRow({ projectId, templateId, version: 1, now, fields, prepared })
  const { name, alias, type } = fields
  await withFreeAlias(alias, () =>
    inTransaction(db, async (trx) => {
      await insertTemplate(trx, { projectId, templateId, name, alias, type, now })
      await insertVersion(trx, row)
    }),
  )
  return { ...toRow(row), alias, created_at: now, updated_at: now }
}

type ChangeTemplateInput = SaveContext & TemplateRef & { patch: z.output<typeof TemplatePatch> }

/**
 * Every save creates a version, even without changes; a patch without any field saves nothing. The work in a thread happens
 * outside a transaction: if the template was saved meanwhile, the patch is applied to the new version.
 */
export async function changeTemplate(late: LateDb, input: ChangeTemplateInput): Promise<TemplateRow> {
  return retryLate(late, {
    attempt: () => attemptChange(late, input),
    message: 'Other requests are changing the template at the same time.',
  })
}

async function attemptChange(
  late: LateDb,
  { patch: { ifVersion, ...patch }, ...context }: ChangeTemplateInput,
): Promise<TemplateRow | undefined> {
  const current = await findTemplate(late.db, context)
  if (!current) throw new AppError('TEMPLATE_NOT_FOUND')
  if (ifVersion !== undefined && ifVersion !== current.version) throw versionConflict(ifVersion, current)
  const before = fieldsOf(current)
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined)
  if (changes.length === 0) return current
  if (patch.topic !== current.topic) {
    await requireTopics(late.db, { projectId: context.projectId, keys: topicOf(patch) })
  }
  const fields = {
    ...before,
    ...(Object.fromEntries(changes) as Partial<Fields>),
    ...contentAfter(before, patch),
  }
  const prepared = isSameContent(before, fields)
    ? preparedOf(current)
    : await prepareBody(context.threads, { projectId: context.projectId, fields })
  return insertNextVersion(await late.begin(), { ...context, current, fields, prepared })
}

/** Body and blocks belong together: new blocks generate a new body, and a new body removes the blocks. */
function contentAfter(before: Fields, { body, blocks }: BodyAndBlocks): Pick<Fields, 'body' | 'blocks'> {
  if (blocks) return resolveBody({ body, blocks }, { bodyBefore: before.body })
  if (body !== undefined && body !== before.body) return { body, blocks: null }
  return { body: before.body, blocks: blocks === null ? null : before.blocks }
}

const versionConflict = (expected: number, { version }: TemplateRow): AppError =>
  new AppError('CONFLICT', {
    message: `The template is at version ${version}, not ${expected}: somebody else has saved it.`,
    suggestion: 'Get the template again, and repeat your change on its current version.',
  })

type NextVersion = TemplateRef & {
  current: TemplateRow
  now: Date
  fields: Fields
  prepared: PreparedTemplate
}

/** Undefined if the template is no longer at the version it was read with. */
async function insertNextVersion(
  db: Db | Trx,
  { projectId, templateId, current, now, fields, prepared }: NextVersion,
): Promise<TemplateRow | undefined> {
  const { version: from, created_at } = current
  const row = toVersionRow({ projectId, templateId, version: from + 1, now, fields, prepared })
  const { name, alias, type } = fields
  const isSaved = await withFreeAlias(alias, () =>
    inTransaction(db, async (trx) => {
      const next = { projectId, templateId, name, alias, type, now, from }
      if (!(await incrementVersion(trx, next))) return false
      await insertVersion(trx, row)
      return true
    }),
  )
  return isSaved ? { ...toRow(row), alias, created_at, updated_at: now } : undefined
}

/** @throws AppError CONFLICT if another template of the project has the alias */
async function withFreeAlias<T>(alias: string | null, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (violatedConstraint(error) !== 'templates_alias') throw error
    throw new AppError('CONFLICT', {
      message: `Another template has the alias "${alias}".`,
      suggestion: 'Choose another alias, or remove it from that template first: PATCH it with "alias": null.',
      cause: error,
    })
  }
}

export async function removeTemplate(db: Db | Trx, ref: TemplateRef): Promise<void> {
  const { projectId, templateId } = ref
  await inTransaction(db, async (trx) => {
    await lockTemplate(trx, ref)
    await requireUnused(trx, { projectId, used: { kind: 'template', id: templateId } })
    if (await isConfirmationTemplate(trx, ref)) throw usedByConfirmations()
    if (!(await deleteTemplate(trx, ref))) throw new AppError('TEMPLATE_NOT_FOUND')
  })
}

const usedByConfirmations = () =>
  new AppError('RESOURCE_IN_USE', {
    message: 'The template is in use by the double opt-in of the project.',
    suggestion:
      'Choose another template first, or the built-in email: PATCH /project {"doubleOptIn": {"templateId": null}}.',
  })

type Preparation = { projectId: ProjectId; fields: TemplateInput }

/** Compiles a template into the parts to send; in a thread, because it may take long. @throws AppError TEMPLATE_SYNTAX */
export const prepareBody = (threads: ThreadPool, preparation: Preparation): Promise<PreparedTemplate> =>
  inThread(threads, { task: prepareTask, ...preparation })

/**
 * Starts a thread and loads its libraries, so that the first email after a start does not wait for them: half a second, and
 * longer while a campaign keeps the cores busy.
 */
export async function warmUpTemplates(threads: ThreadPool): Promise<void> {
  const body = '<style>p { color: black }</style><p>Hello</p>'
  // A node that stops meanwhile loses nothing.
  await threads
    .run(prepareTask, { subject: '', body, text: null, type: 'TRANSACTIONAL' })
    .catch(() => undefined)
}

/** Finds what may go wrong when it is sent. @throws AppError TEMPLATE_SYNTAX */
export const inspectBody = (threads: ThreadPool, preparation: Preparation): Promise<TemplateInspection> =>
  inThread(threads, { task: inspectTask, ...preparation })

async function inThread<Output>(
  threads: ThreadPool,
  { task, projectId, fields }: Preparation & { task: ThreadTask<TemplateInput, Output> },
): Promise<Output> {
  const { subject, body, text, type, previewText = null, fromName = null } = fields
  if (isMjml(body)) await runTemplateTask(threads, { task: loadMjmlTask, input: null, projectId })
  const input = { subject, body, text, type, previewText, fromName }
  return runTemplateTask(threads, { task, input, projectId })
}

/** Whether the prepared content is still valid; the checks depend on the type. */
const isSameContent = (a: Fields, b: Fields): boolean =>
  a.subject === b.subject &&
  a.body === b.body &&
  a.text === b.text &&
  a.type === b.type &&
  a.previewText === b.previewText &&
  a.fromName === b.fromName

type VersionParts = TemplateRef & {
  version: number
  now: Date
  fields: Fields
  prepared: PreparedTemplate
}

function toVersionRow({ projectId, templateId, version, now, fields, prepared }: VersionParts) {
  return {
    project_id: projectId,
    template_id: templateId,
    version,
    name: fields.name,
    description: fields.description,
    preview_text: fields.previewText,
    type: fields.type,
    topic: fields.topic,
    subject: fields.subject,
    body: fields.body,
    blocks: fields.blocks && JSON.stringify(fields.blocks),
    text_given: fields.text,
    html: prepared.html,
    text_part: prepared.text,
    from_email: fields.from,
    from_name: fields.fromName,
    reply_to: fields.replyTo,
    variables: [...prepared.variables],
    is_plain: prepared.isPlain,
    checks: JSON.stringify(prepared.checks),
    created_at: now,
  } satisfies NewVersion
}

const toRow = (
  row: ReturnType<typeof toVersionRow>,
): Omit<TemplateRow, 'alias' | 'created_at' | 'updated_at'> => ({
  ...row,
  blocks: row.blocks === null ? null : (JSON.parse(row.blocks) as TemplateRow['blocks']),
  checks: JSON.parse(row.checks) as TemplateRow['checks'],
})

function fieldsOf(row: TemplateRow): Fields {
  return {
    name: row.name,
    alias: row.alias,
    description: row.description,
    previewText: row.preview_text,
    subject: row.subject,
    body: row.body,
    blocks: row.blocks as BlockDocument | null,
    text: row.text_given,
    type: row.type as Fields['type'],
    topic: row.topic,
    from: row.from_email,
    fromName: row.from_name,
    replyTo: row.reply_to,
  }
}

function preparedOf(row: TemplateRow): PreparedTemplate {
  return {
    html: row.html,
    text: row.text_part,
    variables: row.variables,
    isPlain: row.is_plain,
    checks: row.checks as unknown as Check[],
  }
}
