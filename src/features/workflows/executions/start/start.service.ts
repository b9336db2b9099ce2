// Lets contacts into a workflow: by its filters, its entry rule and the limit on executions that start each other.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import { inSavepoint } from '../../../../platform/db/transactions/savepoint.ts'
import type { ExecutionId, ProjectId, WorkflowId } from '../../../../platform/ids.ts'
import type { Filters } from '../../../filters/index.ts'
import type { Definition } from '../../definition.schema.ts'
import { MOST_DEPTH } from '../../engine/advance.ts'
import { insertExecutions, insertStopped, listMatchingContacts, listOutside } from './start.queries.ts'
import type { Entrant } from './start.queries.ts'
import { eventNamesOf } from './event-names.ts'
import { refusalOf } from '../facts/unanswered.ts'

export type Entering = {
  projectId: ProjectId
  workflowId: WorkflowId
  version: number
  definition: Definition
  entrants: readonly Entrant[]
  filters: Filters
  /**
   * True: whoever comes while the entry filters cannot be evaluated gets a failed execution, which can be retried. Otherwise
   * nobody enters, and the caller gets the error.
   */
  isParking?: boolean
  now: Date
}

const TOO_DEEP = `Not started: ${MOST_DEPTH} executions in a row have been started by what the one before did. Workflows that start each other in a circle are stopped here; change the event or the conditions of one of them.`

/** The executions that have begun. The caller holds the workflow, which is enabled. */
export async function startExecutions(trx: Trx, entering: Entering): Promise<Set<ExecutionId>> {
  const { projectId, workflowId, version, definition, now } = entering
  const shallow = entering.entrants.filter(({ depth }) => depth <= MOST_DEPTH)
  const deep = entering.entrants.filter(({ depth }) => depth > MOST_DEPTH)
  const stopped = { projectId, workflowId, version, now }
  await insertStopped(trx, { ...stopped, entrants: deep, status: 'CANCELLED', reason: TOO_DEEP })
  const isOften = definition.entry?.reentry === 'always'
  const candidates = isOften ? shallow : onePerContact(shallow)
  const entrants = await whoMayEnter(trx, { ...entering, entrants: candidates })
  if (typeof entrants === 'string') {
    const outside = await listOutside(trx, { projectId, workflowId, definition, entrants: candidates })
    const reason = `Not started: the entry filters cannot be evaluated. ${entrants}`
    await insertStopped(trx, { ...stopped, entrants: outside, status: 'FAILED', reason })
    return new Set()
  }
  const names = eventNamesOf(definition)
  return insertExecutions(trx, { projectId, workflowId, version, definition, names, entrants, now })
}

/** The first of each contact. */
const onePerContact = (entrants: readonly Entrant[]): Entrant[] =>
  [...Map.groupBy(entrants, ({ contactId }) => contactId).values()].flatMap(([first]) =>
    first ? [first] : [],
  )

/** A text: why nobody can tell. */
async function whoMayEnter(trx: Trx, entering: Entering): Promise<Entrant[] | string> {
  if (!entering.isParking || !entering.definition.entry?.filters) return whoMatches(trx, entering)
  return inSavepoint(trx, () => whoMatches(trx, entering)).catch(refusalOf)
}

async function whoMatches(
  trx: Trx,
  { projectId, definition, entrants, filters, now }: Entering,
): Promise<Entrant[]> {
  const tree = definition.entry?.filters
  const matching = tree
    ? await filters.matching(trx, tree, { projectId, now, field: 'entry.filters' })
    : sql`true`
  const contactIds = [...new Set(entrants.map(({ contactId }) => contactId))]
  const found = await listMatchingContacts(trx, { projectId, contactIds, matching })
  return entrants.filter(({ contactId }) => found.has(contactId))
}
