// What the engine has to know of contacts before their executions go on, read for a whole batch. What has happened to a
// contact is counted by the database, condition by condition: its history may be long, and the engine needs only how often.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../../platform/ids.ts'
import { isHistoryLeaf } from '../../../filters/language/filter-history-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../../../filters/language/filter-segment-leaves.schema.ts'
import type { FilterLeaf, FilterTree } from '../../../filters/filters.schema.ts'
import { leavesOf } from '../../../filters/index.ts'
import type { Filters } from '../../../filters/index.ts'
import { listKnownSegments } from '../../../segments/index.ts'
import { listKnownTemplates } from '../../../templates/index.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { asDataLeaf } from '../../conditions.schema.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Facts } from '../../engine/execution.ts'
import type { Step } from '../../steps.schema.ts'
import type { ContactOfExecution } from '../executions.queries.ts'
import { countLeaves } from './facts.queries.ts'
import { QuestionError, refusalOf } from './unanswered.ts'

export type Asked = { contactId: ContactId; definition: Definition; steps: readonly Step[] }

export type KnownTemplates = Awaited<ReturnType<typeof listKnownTemplates>>

/** What holds for all executions of a batch. */
export type SharedFacts = { templates: KnownTemplates; missing: ReadonlySet<string> }

type Batch = { projectId: ProjectId; asked: readonly Asked[] }

/** The templates that steps may need, and which templates and segments do not exist any more. */
export async function readShared(trx: Trx, { projectId, asked }: Batch): Promise<SharedFacts> {
  const steps = new Set(asked.flatMap((one) => one.steps))
  const templateKeys = new Set<string>()
  const segmentKeys = new Set<string>()
  for (const step of steps) {
    if (step.type === 'SEND_EMAIL' && step.config.templateId) templateKeys.add(step.config.templateId)
    if (step.type === 'ADD_TO_SEGMENT' || step.type === 'REMOVE_FROM_SEGMENT') {
      segmentKeys.add(step.config.segmentId)
    }
  }
  const templates: KnownTemplates =
    templateKeys.size > 0
      ? await listKnownTemplates(trx, { projectId, keys: [...templateKeys] })
      : new Map<string, never>()
  const ids = [...segmentKeys].filter(isUuid)
  const lists = ids.length > 0 ? await listKnownSegments(trx, { projectId, ids }) : []
  const known = new Set<string>(lists.filter(({ filters }) => filters === null).map(({ id }) => id))
  const missing = new Set([
    ...[...templateKeys].filter((key) => !templates.has(key)),
    ...[...segmentKeys].filter((key) => !known.has(key)),
  ])
  return { templates, missing }
}

/** What a contact was found to have done, and to be in, and what could not be found out. */
export type Counted = {
  counted: Map<FilterLeaf, number>
  segments: Set<string>
  unanswered: Map<FilterLeaf, string>
}

type Counting = Batch & { filters: Filters; now: Date }

/** Asks the database about every condition on history and segments that may be met, once per definition and condition. */
export async function countHistory(
  trx: Trx,
  { projectId, asked, filters, now }: Counting,
): Promise<Map<ContactId, Counted>> {
  const answers = new Map<ContactId, Counted>()
  for (const { contactId } of asked) {
    answers.set(contactId, { counted: new Map(), segments: new Set(), unanswered: new Map() })
  }
  for (const [leaf, contactIds] of questionsOf(asked)) {
    const tree: FilterTree = { operator: 'AND', conditions: [leaf] }
    const ready = await filters.prepare(trx, tree, { projectId, field: 'filters' }).catch(refusalOf)
    if (typeof ready === 'string') {
      for (const id of contactIds) answers.get(id)?.unanswered.set(leaf, ready)
      continue
    }
    const context = { projectId, now, among: sql`${contactIds}::uuid[]` }
    const [answer] = filters.answers(ready, context)
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
  throw new QuestionError(error)
}

/** Each condition that only the database can answer, with the contacts that it is asked about. */
function questionsOf(asked: readonly Asked[]): Map<FilterLeaf, ContactId[]> {
  const questions = new Map<FilterLeaf, ContactId[]>()
  for (const { contactId, definition, steps } of asked) {
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

type Given = {
  contact: ContactOfExecution
  counted: Counted | undefined
  shared: SharedFacts
  refused: ReadonlyMap<string, string>
  fill: NonNullable<Facts['fill']>
  seed: string
  timeZone: string
}

export function toFacts({ contact, counted, shared, refused, fill, seed, timeZone }: Given): Facts {
  return {
    contact: {
      id: contact.id,
      email: contact.email,
      subscribed: contact.subscribed,
      data: contact.data,
      createdAt: contact.created_at,
      updatedAt: contact.updated_at,
    },
    history: { events: [], emails: [] },
    counted: counted?.counted ?? new Map(),
    unanswered: counted?.unanswered ?? new Map(),
    segments: counted?.segments ?? new Set(),
    missing: shared.missing,
    refused,
    fill,
    seed,
    timeZone,
  }
}
