// Lets contacts into a workflow: by its filters, its entry rule and the limit on executions that start each other.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import type { ExecutionId, ProjectId, WorkflowId } from '../../../../platform/ids.ts'
import type { Filters } from '../../../filters/index.ts'
import type { Definition } from '../../definition.schema.ts'
import { MOST_DEPTH } from '../../engine/advance.ts'
import { insertExecutions, insertStopped, listMatchingContacts } from './start.queries.ts'
import type { Entrant } from './start.queries.ts'
import { eventNamesOf } from './event-names.ts'

export type Entering = {
  projectId: ProjectId
  workflowId: WorkflowId
  version: number
  definition: Definition
  entrants: readonly Entrant[]
  filters: Filters
  now: Date
}

const TOO_DEEP = `Not started: ${MOST_DEPTH} executions in a row have been started by what the one before did. Workflows that start each other in a circle are stopped here; change the event or the conditions of one of them.`

/** The executions that have begun. The caller holds the workflow, which is enabled. */
export async function startExecutions(trx: Trx, entering: Entering): Promise<Set<ExecutionId>> {
  const { projectId, workflowId, version, definition, now } = entering
  const shallow = entering.entrants.filter(({ depth }) => depth <= MOST_DEPTH)
  const deep = entering.entrants.filter(({ depth }) => depth > MOST_DEPTH)
  await insertStopped(trx, { projectId, workflowId, version, entrants: deep, reason: TOO_DEEP, now })
  const isOften = definition.entry?.reentry === 'always'
  const entrants = await whoMayEnter(trx, {
    ...entering,
    entrants: isOften ? shallow : onePerContact(shallow),
  })
  const names = eventNamesOf(definition)
  return insertExecutions(trx, { projectId, workflowId, version, definition, names, entrants, now })
}

/** The first of each contact. */
const onePerContact = (entrants: readonly Entrant[]): Entrant[] =>
  [...Map.groupBy(entrants, ({ contactId }) => contactId).values()].flatMap(([first]) =>
    first ? [first] : [],
  )

async function whoMayEnter(
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
