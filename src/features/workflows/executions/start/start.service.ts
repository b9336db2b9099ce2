// Enrolls contacts in a workflow: checks its filters, its reentry rule and the limit on executions that start each other.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import { inSavepoint } from '../../../../platform/db/transactions/savepoint.ts'
import type { ContactId, ExecutionId, ProjectId, WorkflowId } from '../../../../platform/ids.ts'
import type { FilterTree } from '../../../filters/filters.schema.ts'
import type { Filters } from '../../../filters/index.ts'
import { insertGroup } from '../../../goals/index.ts'
import type { Definition } from '../../definition.schema.ts'
import { MOST_DEPTH } from '../../engine/advance.ts'
import { answerEventConditions, dataMatches, hasEventConditions } from '../../engine/decide.ts'
import type { StartEvent } from '../../engine/execution.ts'
import { heldBackReason } from '../../engine/held-back.ts'
import {
  insertExecutions,
  insertHeldEntries,
  insertUnstarted,
  listAdmissibleEntrants,
  listGroups,
  listMatchingContacts,
} from './start.queries.ts'
import type { Entrant } from './start.queries.ts'
import { awaitedEventNames } from './event-names.ts'
import { refusalOf } from '../facts/unanswered.ts'

export type StartInput = {
  projectId: ProjectId
  workflowId: WorkflowId
  version: number
  definition: Definition
  entrants: readonly Entrant[]
  filters: Filters
  /**
   * If the entry filters cannot be evaluated: true records failed executions, which can be retried; otherwise the caller gets
   * the error.
   */
  isFailureRecorded?: boolean
  /** Whether the list of executions shows those who are held back: for callers who asked for this contact. */
  isHoldoutRecorded?: boolean
  now: Date
}

const TOO_DEEP = `Not started: ${MOST_DEPTH} executions in a row have started each other. Workflows that start each other in a circle are stopped here; change the event or the conditions of one of them.`

/** Returns the executions that were started. The caller holds the workflow, which is enabled. */
export async function startExecutions(trx: Trx, input: StartInput): Promise<Set<ExecutionId>> {
  const { projectId, workflowId, version, definition, now } = input
  const accepted = input.entrants.filter(({ depth }) => depth <= MOST_DEPTH)
  const tooDeep = input.entrants.filter(({ depth }) => depth > MOST_DEPTH)
  const unstarted = { projectId, workflowId, version, now }
  await insertUnstarted(trx, { ...unstarted, entrants: tooDeep, status: 'CANCELLED', reason: TOO_DEEP })
  const isRepeatable = definition.entry?.reentry === 'always'
  const perContact = (entrants: readonly Entrant[]) => (isRepeatable ? entrants : onePerContact(entrants))
  // Before one per contact is chosen: the filters may be about the events.
  const allowed = await listAllowedEntrants(trx, { ...input, entrants: accepted })
  if (typeof allowed === 'string') {
    const admissible = await listAdmissibleEntrants(trx, {
      projectId,
      workflowId,
      definition,
      entrants: perContact(accepted),
    })
    const reason = `Not started: the entry filters cannot be evaluated. ${allowed}`
    await insertUnstarted(trx, { ...unstarted, entrants: admissible, status: 'FAILED', reason })
    return new Set()
  }
  const names = awaitedEventNames(definition)
  const { entrants, compared } = await holdBack(trx, { ...input, entrants: perContact(allowed) })
  const started = await insertExecutions(trx, {
    projectId,
    workflowId,
    version,
    definition,
    names,
    entrants,
    now,
  })
  const contactIds = entrants.flatMap(({ executionId, contactId }) =>
    started.has(executionId) && compared.has(contactId) ? [contactId] : [],
  )
  await insertGroup(trx, { projectId, ownerId: workflowId, contactIds, isHeld: false, now })
  return started
}

type HoldoutSplit = {
  /** Those who are not held back, and which of them are compared with those who are. */
  entrants: readonly Entrant[]
  compared: ReadonlySet<ContactId>
}

/** Those held back count as entered, as others do, and nothing happens to them. */
async function holdBack(trx: Trx, input: StartInput): Promise<HoldoutSplit> {
  const { projectId, workflowId, version, definition, entrants, isHoldoutRecorded, now } = input
  const { holdout } = definition
  if (!holdout || entrants.length === 0) return { entrants, compared: new Set() }
  const contactIds = [...new Set(entrants.map(({ contactId }) => contactId))]
  const ref = { projectId, workflowId, definition }
  const groups = await listGroups(trx, { ...ref, contactIds, percent: holdout.percent })
  const isHeld = ({ contactId }: Entrant) => groups.get(contactId) === true
  const entered = await insertHeldEntries(trx, {
    ...ref,
    contactIds: contactIds.filter((id) => groups.get(id)),
  })
  await insertGroup(trx, { projectId, ownerId: workflowId, contactIds: entered, isHeld: true, now })
  if (isHoldoutRecorded) {
    const shown = entrants.filter((one) => isHeld(one) && entered.includes(one.contactId))
    const reason = heldBackReason(definition)
    await insertUnstarted(trx, {
      projectId,
      workflowId,
      version,
      entrants: shown,
      status: 'CANCELLED',
      reason,
      now,
    })
  }
  return { entrants: entrants.filter((one) => !isHeld(one)), compared: new Set(groups.keys()) }
}

const onePerContact = (entrants: readonly Entrant[]): Entrant[] =>
  [...Map.groupBy(entrants, ({ contactId }) => contactId).values()].flatMap(([first]) =>
    first ? [first] : [],
  )

/** Returns a string if the filters cannot be evaluated. */
async function listAllowedEntrants(trx: Trx, input: StartInput): Promise<Entrant[] | string> {
  if (!input.isFailureRecorded || !input.definition.entry?.filters) return listMatchingEntrants(trx, input)
  return inSavepoint(trx, () => listMatchingEntrants(trx, input)).catch(refusalOf)
}

async function listMatchingEntrants(trx: Trx, input: StartInput): Promise<Entrant[]> {
  const { projectId, definition, entrants, filters, now } = input
  const tree = definition.entry?.filters
  const isByEvent = tree && hasEventConditions(tree)
  const filterFor = ({ event }: Entrant) =>
    isByEvent ? withEventAnswered(tree, { event, now }) : (tree ?? true)
  const allowed = new Set<Entrant>()
  // Entrants with the same conditions left share a query.
  for (const group of Map.groupBy(entrants, (one) => JSON.stringify(isByEvent && filterFor(one))).values()) {
    const filter = group[0] ? filterFor(group[0]) : false
    if (filter === false) continue
    const matching =
      filter === true
        ? sql`true`
        : await filters.matching(trx, filter, { projectId, now, field: 'entry.filters' })
    const contactIds = [...new Set(group.map(({ contactId }) => contactId))]
    const found = await listMatchingContacts(trx, { projectId, contactIds, matching })
    for (const entrant of group) if (found.has(entrant.contactId)) allowed.add(entrant)
  }
  return entrants.filter((entrant) => allowed.has(entrant))
}

const withEventAnswered = (
  tree: FilterTree,
  { event, now }: { event: StartEvent | null; now: Date },
): FilterTree | boolean =>
  answerEventConditions(tree, (leaf) => dataMatches([leaf], { data: event?.data ?? {}, now: now.getTime() }))
