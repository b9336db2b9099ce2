// What only records can tell about a definition: whether its templates and segments exist, and whether the emails that it
// holds itself can be rendered and have a sender.
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError, fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { hasLiquid } from '../../platform/liquid/literal.ts'
import type { HttpClient } from '../../platform/outgoing/http-client.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { isUuid } from '../../platform/uuid.ts'
import { findProject } from '../projects/index.ts'
import { listKnownSegments } from '../segments/index.ts'
import { checkValuesInThread, listKnownTemplates, prepareBody } from '../templates/index.ts'
import type { Definition } from './definition.schema.ts'
import { namedBy, senderOf } from './email-sender.service.ts'
import { referencesOf } from './references.ts'
import type { Reference } from './references.ts'
import type { StepOf } from './steps.schema.ts'
import { findRefusedUrls } from './webhooks/webhook-url.service.ts'

type Asked = { projectId: ProjectId; definition: Definition }

/** The references that lead nowhere, with what is wrong with each. */
async function findBroken(
  db: Db | Trx,
  { projectId, definition }: Asked,
): Promise<(Reference & { message: string })[]> {
  const references = referencesOf(definition)
  const keysOf = (isWanted: boolean) => [
    ...new Set(references.filter(({ kind }) => (kind === 'template') === isWanted).map(({ key }) => key)),
  ]
  const templateKeys = keysOf(true)
  const segmentKeys = keysOf(false)
  const templates =
    templateKeys.length > 0
      ? await listKnownTemplates(db, { projectId, keys: templateKeys })
      : new Map<string, never>()
  const ids = segmentKeys.filter(isUuid)
  const segments = ids.length > 0 ? await listKnownSegments(db, { projectId, ids }) : []
  const filtersOf = new Map<string, unknown>(segments.map(({ id, filters }) => [id, filters]))
  return references.flatMap((reference) => {
    const { kind, key } = reference
    if (kind === 'template') {
      return templates.has(key) ? [] : [{ ...reference, message: 'names no template of this project' }]
    }
    const isKnown = filtersOf.has(key.toLowerCase())
    if (!isKnown) return [{ ...reference, message: 'names no segment of this project' }]
    if (kind === 'segment' || filtersOf.get(key.toLowerCase()) === null) return []
    return [
      { ...reference, message: 'must be a static segment: the filters of a dynamic one decide who is in it' },
    ]
  })
}

/** Of what the definition names, what does not exist (any more). */
export async function findMissing(db: Db | Trx, asked: Asked): Promise<Set<string>> {
  return new Set((await findBroken(db, asked)).map(({ key }) => key))
}

// Each is prepared in a thread, which takes some milliseconds. Who has more makes templates of them.
const MOST_OWN_EMAILS = 50

type OwnEmail = { config: StepOf<'SEND_EMAIL'>['config']; id: string; index: number }

const ownEmails = ({ steps }: Definition): OwnEmail[] =>
  steps.flatMap((step, index) =>
    step.type === 'SEND_EMAIL' && !step.config.templateId
      ? [{ config: step.config, id: step.id, index }]
      : [],
  )

type Prepared = Awaited<ReturnType<typeof prepareBody>>

/** The emails that the definition itself holds, ready to be rendered, by the ids of their steps. */
export type PreparedEmails = ReadonlyMap<string, Prepared>

type Checked = Asked & { threads: ThreadPool; http: Pick<HttpClient, 'check'> }

/** @throws AppError VALIDATION_ERROR with all that is wrong */
export async function checkRecords(
  db: Db | Trx,
  { projectId, definition, threads, http }: Checked,
): Promise<PreparedEmails> {
  const broken = await findBroken(db, { projectId, definition })
  const problems = broken.map(({ path, message }): FieldProblem => ({
    field: fieldPath(path),
    message,
    code: 'custom',
  }))
  problems.push(...(await findBadUrls(http, definition)))
  problems.push(...(await findBadValues(threads, { projectId, definition })))
  const emails = ownEmails(definition)
  if (emails.length > MOST_OWN_EMAILS) {
    const message = `must have at most ${MOST_OWN_EMAILS} emails without a template`
    throw invalidFields({ field: 'steps', message, code: 'too_big' })
  }
  const isSenderNeeded = emails.some(({ config }) => !config.from)
  const project = isSenderNeeded ? await findProject(db, { projectId }) : undefined
  const prepared = new Map<string, Prepared>()
  for (const email of emails) {
    if (!senderOf(namedBy(email.config), project)) {
      const field = fieldPath(['steps', email.index, 'config', 'from'])
      problems.push({ field, message: 'is required: the project has no defaultFrom', code: 'required' })
    }
    const made = await prepareOrExplain(threads, { projectId, email })
    if (typeof made === 'string') {
      const field = fieldPath(['steps', email.index, 'config', 'body'])
      problems.push({ field, message: made, code: 'custom' })
    } else prepared.set(email.id, made)
  }
  if (problems.length > 0) throw invalidFields(...problems.slice(0, MOST_PROBLEMS))
  return prepared
}

async function findBadUrls(http: Checked['http'], { steps }: Definition): Promise<FieldProblem[]> {
  const calls = steps.flatMap((step, index) =>
    step.type === 'WEBHOOK' ? [{ url: step.config.url, index }] : [],
  )
  const refused = await findRefusedUrls(
    http,
    calls.map(({ url }) => url),
  )
  return calls.flatMap(({ url, index }): FieldProblem[] => {
    const message = refused.get(url)
    const field = fieldPath(['steps', index, 'config', 'url'])
    return message === undefined ? [] : [{ field, message, code: 'invalid_string' }]
  })
}

/** Liquid in the data of steps that cannot be read. */
async function findBadValues(
  threads: ThreadPool,
  { projectId, definition: { steps } }: Asked,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [index, step] of steps.entries()) {
    const values = step.type === 'UPDATE_CONTACT' || step.type === 'TRACK_EVENT' ? step.config.data : null
    if (!values || !hasLiquid(JSON.stringify(values))) continue
    for (const { path, message } of await checkValuesInThread(threads, { projectId, values })) {
      const field = fieldPath(['steps', index, 'config', 'data', ...path])
      problems.push({ field, message, code: 'custom' })
    }
  }
  return problems
}

/** The email, or what is wrong with it. */
async function prepareOrExplain(
  threads: ThreadPool,
  { projectId, email }: { projectId: ProjectId; email: OwnEmail },
): Promise<Prepared | string> {
  try {
    return await prepareOwn(threads, { projectId, config: email.config })
  } catch (error) {
    if (error instanceof AppError && error.code === 'TEMPLATE_SYNTAX') return error.message
    throw error
  }
}

/** An email that the definition itself holds, ready to be rendered. */
export const prepareOwn = (
  threads: ThreadPool,
  { projectId, config }: { projectId: ProjectId; config: OwnEmail['config'] },
): ReturnType<typeof prepareBody> =>
  prepareBody(threads, {
    projectId,
    fields: {
      subject: config.subject ?? '',
      body: config.body ?? '',
      text: null,
      type: config.type ?? 'MARKETING',
      previewText: config.previewText ?? null,
      fromName: config.fromName ?? null,
    },
  })
