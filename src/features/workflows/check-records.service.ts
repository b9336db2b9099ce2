// Checks of a definition that need the database: whether its templates and segments exist, and whether its inline emails can
// be rendered and have a sender.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { hasLiquid } from '../../platform/liquid/literal.ts'
import type { HttpClient } from '../../platform/outgoing/http-client.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { existingNames } from '../../platform/text/existing-names.ts'
import { isUuid } from '../../platform/uuid.ts'
import { findProject } from '../projects/index.ts'
import { listSegmentsById } from '../segments/index.ts'
import {
  checkValuesInThread,
  findBrand,
  listKnownTemplates,
  listTemplateKeys,
  prepareBody,
  resolveBody,
  syntaxMessageOf,
} from '../templates/index.ts'
import { listKnownTopics, unknownTopic } from '../topics/index.ts'
import type { Definition } from './definition.schema.ts'
import { senderOf, stepSender } from './email-sender.service.ts'
import { referencesOf, topicReferencesOf } from './references.ts'
import type { Reference } from './references.ts'
import type { Step, StepOf } from './steps.schema.ts'
import { findRefusedUrls } from './webhooks/webhook-url.service.ts'

type ProjectDefinition = { projectId: ProjectId; definition: Definition }

/** References to missing or unsuitable records, with a message for each. */
async function findBrokenReferences(
  db: Db | Trx,
  { projectId, definition }: ProjectDefinition,
): Promise<(Reference & { message: string })[]> {
  const references = referencesOf(definition)
  const keysOf = (isTemplate: boolean) => [
    ...new Set(references.filter(({ kind }) => (kind === 'template') === isTemplate).map(({ key }) => key)),
  ]
  const templates = await listKnownTemplates(db, { projectId, keys: keysOf(true) })
  const segments = await listSegmentsById(db, { projectId, ids: keysOf(false).filter(isUuid) })
  const filtersOf = new Map<string, unknown>(segments.map(({ id, filters }) => [id, filters]))
  const isUnknown = ({ kind, key }: Reference) => kind === 'template' && !templates.has(key)
  const names = references.some(isUnknown) ? await listTemplateKeys(db, { projectId }) : []
  return references.flatMap((reference) => {
    const { kind, key } = reference
    if (kind === 'template') {
      if (templates.has(key)) return []
      const existing = existingNames(key, { names, kind })
      return [{ ...reference, message: `names no template of this project. ${existing}` }]
    }
    const isKnown = filtersOf.has(key.toLowerCase())
    if (!isKnown) return [{ ...reference, message: 'names no segment of this project' }]
    if (kind === 'segment' || filtersOf.get(key.toLowerCase()) === null) return []
    return [
      { ...reference, message: 'must be a static segment: the filters of a dynamic one decide who is in it' },
    ]
  })
}

/** Keys of templates and segments that the definition names and that do not exist. */
export async function findMissingReferences(db: Db | Trx, ref: ProjectDefinition): Promise<Set<string>> {
  return new Set((await findBrokenReferences(db, ref)).map(({ key }) => key))
}

// Each is prepared in a thread, which takes some milliseconds. A workflow with more can use templates.
const MOST_INLINE_EMAILS = 50

type InlineEmail = { config: StepOf<'SEND_EMAIL'>['config']; id: string; index: number }

const inlineEmails = ({ steps }: Definition): InlineEmail[] =>
  steps.flatMap((step, index) =>
    step.type === 'SEND_EMAIL' && !step.config.templateId
      ? [{ config: step.config, id: step.id, index }]
      : [],
  )

type PreparedBody = Awaited<ReturnType<typeof prepareBody>>

/** Inline emails of the definition, ready to be rendered, by step id. */
export type PreparedEmails = ReadonlyMap<string, PreparedBody>

type RecordCheck = ProjectDefinition & { threads: ThreadPool; http: Pick<HttpClient, 'check'> }

/** @throws AppError VALIDATION_ERROR with all problems */
export async function checkRecords(
  db: Db | Trx,
  { projectId, definition, threads, http }: RecordCheck,
): Promise<PreparedEmails> {
  const broken = await findBrokenReferences(db, { projectId, definition })
  const problems = broken.map(({ path, message }): FieldProblem => ({
    field: fieldPath(path),
    message,
    code: 'custom',
  }))
  problems.push(...(await findUnknownTopics(db, { projectId, definition })))
  problems.push(...(await findBadUrls(http, definition)))
  problems.push(...(await findBadValues(threads, { projectId, definition })))
  const emails = inlineEmails(definition)
  if (emails.length > MOST_INLINE_EMAILS) {
    const message = `must have at most ${MOST_INLINE_EMAILS} emails without a template`
    throw invalidFields({ field: 'steps', message, code: 'too_big' })
  }
  const isSenderNeeded = emails.some(({ config }) => !config.from)
  const project = isSenderNeeded ? await findProject(db, { projectId }) : undefined
  const prepared = new Map<string, PreparedBody>()
  for (const email of emails) {
    if (!senderOf(stepSender(email.config), project)) {
      const field = fieldPath(['steps', email.index, 'config', 'from'])
      problems.push({ field, message: 'is required: the project has no defaultFrom', code: 'required' })
    }
    const { config } = email
    const result = await prepareInlineEmail(db, { threads, projectId, config }).catch(syntaxMessageOf)
    if (typeof result === 'string') {
      const field = fieldPath(['steps', email.index, 'config', 'body'])
      problems.push({ field, message: result, code: 'custom' })
    } else prepared.set(email.id, result)
  }
  if (problems.length > 0) throw invalidFields(...problems.slice(0, MOST_PROBLEMS))
  return prepared
}

async function findUnknownTopics(
  db: Db | Trx,
  { projectId, definition }: ProjectDefinition,
): Promise<FieldProblem[]> {
  const references = topicReferencesOf(definition)
  if (references.length === 0) return []
  const known = (await listKnownTopics(db, { projectId })).map(({ key }) => key)
  return references
    .filter(({ key }) => !known.includes(key))
    .map(({ key, path }) => unknownTopic({ key, field: fieldPath(path), known }))
}

async function findBadUrls(http: RecordCheck['http'], { steps }: Definition): Promise<FieldProblem[]> {
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

/** Liquid syntax errors in the data of steps. */
async function findBadValues(
  threads: ThreadPool,
  { projectId, definition: { steps } }: ProjectDefinition,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [index, step] of steps.entries()) {
    for (const [name, values] of Object.entries(valuesOf(step))) {
      if (!values || !hasLiquid(JSON.stringify(values))) continue
      for (const { path, message } of await checkValuesInThread(threads, { projectId, values })) {
        const field = fieldPath(['steps', index, 'config', name, ...path])
        problems.push({ field, message, code: 'custom' })
      }
    }
  }
  return problems
}

type InlineEmailInput = { threads: ThreadPool; projectId: ProjectId; config: InlineEmail['config'] }

/** The values of a step that may contain Liquid, by the name of their field. */
function valuesOf(step: Step): Record<string, Record<string, unknown> | null | undefined> {
  if (step.type === 'TRACK_EVENT') return { data: step.config.data }
  if (step.type !== 'UPDATE_CONTACT') return {}
  const { subscribed: _, ...updates } = step.config
  return updates
}

/** An email made of blocks has the look of the brand kit as it is now. */
export async function prepareInlineEmail(
  db: Db | Trx,
  { threads, projectId, config }: InlineEmailInput,
): ReturnType<typeof prepareBody> {
  const { subject, type, previewText, fromName, blocks, body: stored } = config
  const { body } = blocks
    ? resolveBody({ blocks }, await findBrand(db, { projectId }))
    : { body: stored ?? '' }
  return prepareBody(db, {
    threads,
    projectId,
    fields: {
      subject: subject ?? '',
      body,
      text: null,
      type: type ?? 'MARKETING',
      previewText: previewText ?? null,
      fromName: fromName ?? null,
    },
  })
}
