// Reads the facts about contacts that the engine needs, for a whole batch of executions. The database counts the history of
// contacts per condition: it may be long, and the engine needs only the counts.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../../platform/ids.ts'
import { listOpenTimes } from '../../../best-hour/index.ts'
import { isHistoryLeaf } from '../../../filters/language/filter-history-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../../../filters/language/filter-segment-leaves.schema.ts'
import type { FilterLeaf, FilterTree } from '../../../filters/filters.schema.ts'
import { leavesOf } from '../../../filters/index.ts'
import type { Filters } from '../../../filters/index.ts'
import { listSegmentsById } from '../../../segments/index.ts'
import {
  listKnownTemplates,
  mayNamePartials,
  readBrandVersion,
  readPartialsStamp,
} from '../../../templates/index.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { asDataLeaf } from '../../conditions.schema.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Facts } from '../../engine/execution.ts'
import { isBestHourStep } from '../../steps.schema.ts'
import type { Step } from '../../steps.schema.ts'
import type { ContactOfExecution } from '../executions.queries.ts'
import { countLeaves } from './facts.queries.ts'
import { ConditionQueryError, refusalOf } from './unanswered.ts'

export type FactsRequest = { contactId: ContactId; definition: Definition; steps: readonly Step[] }

export type KnownTemplates = Awaited<ReturnType<typeof listKnownTemplates>>

export type SharedFacts = {
  templates: KnownTemplates
  missing: ReadonlySet<string>
  /** Changes with the partials of the project; null if no email of a step names one. */
  partialsStamp: string | null
  /** The version of the brand kit; null if no email of a step is made of blocks. */
  brandVersion: number | null
}

type Batch = { projectId: ProjectId; requests: readonly FactsRequest[] }

/** The templates that steps may need, and the templates and segments that do not exist. */
export async function readSharedFacts(trx: Trx, { projectId, requests }: Batch): Promise<SharedFacts> {
  const steps = new Set(requests.flatMap((one) => one.steps))
  const templateKeys = new Set<string>()
  const segmentKeys = new Set<string>()
  for (const step of steps) {
    if (step.type === 'SEND_EMAIL' && step.config.templateId) templateKeys.add(step.config.templateId)
    if (step.type === 'ADD_TO_SEGMENT' || step.type === 'REMOVE_FROM_SEGMENT') {
      segmentKeys.add(step.config.segmentId)
    }
  }
  const templates = await listKnownTemplates(trx, { projectId, keys: [...templateKeys] })
  const lists = await listSegmentsById(trx, { projectId, ids: [...segmentKeys].filter(isUuid) })
  const known = new Set<string>(lists.filter(({ filters }) => filters === null).map(({ id }) => id))
  const missing = new Set([
    ...[...templateKeys].filter((key) => !templates.has(key)),
    ...[...segmentKeys].filter((key) => !known.has(key)),
  ])
  const isNaming = [...steps].some(
    ({ type, config }) => type === 'SEND_EMAIL' && mayNamePartials(config.body ?? ''),
  )
  const partialsStamp = isNaming ? await readPartialsStamp(trx, { projectId }) : null
  const hasBlocks = [...steps].some(({ type, config }) => type === 'SEND_EMAIL' && config.blocks)
  const brandVersion = hasBlocks ? await readBrandVersion(trx, { projectId }) : null
  return { templates, missing, partialsStamp, brandVersion }
}

/** The history counts and segments of a contact, and the conditions that could not be evaluated. */
export type ContactAnswers = {
  counted: Map<FilterLeaf, number>
  segments: Set<string>
  unanswered: Map<FilterLeaf, string>
}

/** Evaluates every reachable condition on history and segments, with one query per definition and condition. */
export async function countHistory(
  trx: Trx,
  { projectId, requests, filters, now }: Batch & { filters: Filters; now: Date },
): Promise<Map<ContactId, ContactAnswers>> {
  const answers = new Map<ContactId, ContactAnswers>()
  for (const { contactId } of requests) {
    answers.set(contactId, { counted: new Map(), segments: new Set(), unanswered: new Map() })
  }
  for (const [leaf, contactIds] of questionsOf(requests)) {
    const tree: FilterTree = { operator: 'AND', conditions: [leaf] }
    const ready = await filters.prepare(trx, tree, { projectId, field: 'filters' }).catch(refusalOf)
    if (typeof ready === 'string') {
      for (const id of contactIds) answers.get(id)?.unanswered.set(leaf, ready)
      continue
    }
    const context = { projectId, now, among: sql`${contactIds}::uuid[]` }
    const [answer] = filters.leafColumns(ready, context)
    if (!answer) continue
    const question = { projectId, contactIds, ...answer }
    for (const { id, holds, times } of await countLeaves(trx, question).catch(asQuestionError)) {
      const found = answers.get(id)
      if (isSegmentLeaf(leaf)) {
        if (holds === (leaf.operator === 'memberOf')) found?.segments.add(segmentIdOf(leaf))
      } else found?.counted.set(leaf, times ?? 0)
    }
  }
  return answers
}

const asQuestionError = (error: unknown): never => {
  throw new ConditionQueryError(error)
}

/** The opens and clicks of the contacts that can reach a step which waits for the best hour. */
export async function readOpens(
  trx: Trx,
  { projectId, requests, now }: Batch & { now: Date },
): Promise<Map<ContactId, number[]>> {
  const asking = requests.filter(({ steps }) => steps.some(isBestHourStep))
  const contactIds = [...new Set(asking.map(({ contactId }) => contactId))]
  return listOpenTimes(trx, { projectId, contactIds, until: now })
}

/** Each condition that only the database can evaluate, with the contacts to evaluate it for. */
function questionsOf(requests: readonly FactsRequest[]): Map<FilterLeaf, ContactId[]> {
  const questions = new Map<FilterLeaf, ContactId[]>()
  for (const { contactId, definition, steps } of requests) {
    for (const leaf of new Set([...treesOf(definition, steps)].flatMap(leavesOf))) {
      if (asDataLeaf(leaf) || (!isHistoryLeaf(leaf) && !isSegmentLeaf(leaf))) continue
      const contactIds = questions.get(leaf) ?? []
      contactIds.push(contactId)
      questions.set(leaf, contactIds)
    }
  }
  return questions
}

function* treesOf({ exit }: Definition, steps: readonly Step[]): Generator<FilterTree> {
  if (exit?.filters) yield exit.filters
  for (const step of steps) {
    if (step.type !== 'CONDITION') continue
    if (step.config.filters) yield step.config.filters
    for (const { filters } of step.config.branches ?? []) yield filters
  }
}

type FactsInput = {
  contact: ContactOfExecution
  counted: ContactAnswers | undefined
  opens: readonly number[] | undefined
  shared: SharedFacts
  refused: ReadonlyMap<string, string>
  fill: NonNullable<Facts['fill']>
  seed: string
  timeZone: string
}

export function toFacts({
  contact,
  counted,
  opens,
  shared,
  refused,
  fill,
  seed,
  timeZone,
}: FactsInput): Facts {
  return {
    contact: {
      id: contact.id,
      email: contact.email,
      subscribed: contact.subscribed,
      subscriptionState: contact.subscription_state,
      pausedUntil: contact.paused_until,
      topics: contact.topics,
      data: contact.data,
      createdAt: contact.created_at,
      updatedAt: contact.updated_at,
    },
    history: { events: [], emails: [] },
    counted: counted?.counted ?? new Map(),
    unanswered: counted?.unanswered ?? new Map(),
    opens: opens ?? [],
    segments: counted?.segments ?? new Set(),
    missing: shared.missing,
    refused,
    fill,
    seed,
    timeZone,
  }
}
