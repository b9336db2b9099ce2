// A wait counts events from the time its execution reached it, perhaps before the runner gets there, or before an earlier
// event is announced. So an execution that may reach a wait now looks for events that have already happened. An event that is
// announced later as well counts once: an execution ignores events before its place (engine/place.ts).
import type { Trx } from '../../../../platform/db/client.ts'
import { timeOfId } from '../../../../platform/ids.ts'
import type { ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { derivedEventId, UNSTORED_EVENT_NAMES } from '../../../events/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Input } from '../../engine/execution.ts'
import { positionOf } from '../../engine/place.ts'
import { withRecordedDepth } from '../../triggers/own-depth.ts'
import { placeOf } from '../execution-row.ts'
import type { ExecutionRow } from '../execution-row.ts'
import { decisiveEvents } from '../start/event-names.ts'
import { reachableSteps } from '../facts/reachable-steps.ts'
import { listEarlierEmails, listEarlierEvents } from './earlier-events.queries.ts'
import type { EarlierEmail, Search } from './earlier-events.queries.ts'

type EventInput = Input & { type: 'event'; id: string }

export type ExecutionInputs = { row: ExecutionRow; definition: Definition; inputs: readonly Input[] }

/** The inputs of each execution in the order of their times, plus earlier events for those that may reach a wait. */
export async function withEarlierEvents(
  trx: Trx,
  { projectId, executions, now }: { projectId: ProjectId; executions: readonly ExecutionInputs[]; now: Date },
): Promise<Map<ExecutionId, Input[]>> {
  const searches = executions.flatMap((one) => searchOf(one, now))
  const found = searches.length > 0 ? await listEarlierEvents(trx, { projectId, searches }) : []
  const stored = found.map(({ executionId, createdAt, ...event }) => ({
    executionId,
    input: withRecordedDepth({ ...event, type: 'event' as const, at: createdAt.getTime() }),
  }))
  const ofEmails = searches.filter(({ names }) => UNSTORED_EVENT_NAMES.some((name) => names.includes(name)))
  const emails = ofEmails.length > 0 ? await listEarlierEmails(trx, { projectId, searches: ofEmails }) : []
  const searchOfExecution = new Map(searches.map((search) => [search.executionId, search]))
  const derived = emails.flatMap((email) => eventsOf(email, searchOfExecution.get(email.executionId)))
  const byExecution = Map.groupBy([...stored, ...derived], ({ executionId }) => executionId)
  return new Map(
    executions.map(({ row, inputs }) => {
      const earlier = byExecution.get(row.id)?.map(({ input }) => input) ?? []
      return [row.id, inOrder(inputs, earlier)]
    }),
  )
}

// An event that is announced later than this after a timeout is too late.
const LATEST_MS = 5 * 60_000

function searchOf({ row, definition, inputs }: ExecutionInputs, now: Date): Search[] {
  const from = earliestArrival({ row, definition, inputs }, now)
  const names = awaitedNames(definition, row)
  if (from === undefined || names.length === 0) return []
  return [{ executionId: row.id, contactId: row.contact_id, from: new Date(from), names }]
}

/** The earliest time from which the current wait, or one that the execution reaches now, may count events. */
function earliestArrival({ row, definition, inputs }: ExecutionInputs, now: Date): number | undefined {
  const arrived = placeOf(row).arrived.at
  if (row.status === 'RUNNING') return arrived
  const times = inputs.flatMap((input) => ('at' in input ? [input.at ?? now.getTime()] : []))
  const wakeAt = row.wake_at?.getTime() ?? Infinity
  if (wakeAt <= now.getTime()) {
    const isWait = stepOf(definition, row)?.type === 'WAIT_FOR_EVENT'
    times.push(isWait ? wakeAt - LATEST_MS : wakeAt)
  }
  return times.length > 0 ? Math.max(arrived, Math.min(...times)) : undefined
}

const stepOf = ({ steps }: Definition, { step_id: stepId }: ExecutionRow) =>
  steps.find(({ id }) => id === stepId)

/**
 * The events of the current wait and of reachable ones. The events of exit and goal are looked for once, at the start: later ones
 * are announced to the execution.
 */
function awaitedNames(definition: Definition, row: ExecutionRow): string[] {
  const current = stepOf(definition, row)
  const steps = [
    ...(current ? [current] : []),
    ...reachableSteps(definition, { status: row.status, stepId: row.step_id }),
  ]
  const awaited = steps.flatMap((step) => (step.type === 'WAIT_FOR_EVENT' ? [step.config.event] : []))
  const decisive = row.visit === 0 ? decisiveEvents(definition) : []
  return [...new Set([...awaited, ...decisive])]
}

/** The events of an email, as they are announced (migrations/0031). */
function eventsOf(
  { executionId, emailId, sentAt, isDelivered, depth }: EarlierEmail,
  search?: Search,
): { executionId: ExecutionId; input: EventInput }[] {
  if (!search) return []
  const times = {
    'email.queued': timeOfId(emailId),
    'email.sent': sentAt,
    'email.delivered': isDelivered ? sentAt : null,
  }
  return UNSTORED_EVENT_NAMES.flatMap((name) => {
    const at = times[name]
    if (at === null || at < search.from || !search.names.includes(name)) return []
    const id = derivedEventId(name, emailId)
    return [{ executionId, input: { type: 'event', name, data: {}, at: at.getTime(), id, depth } }]
  })
}

/** Each event once. Inputs without a time come first. */
function inOrder(inputs: readonly Input[], earlier: readonly EventInput[]): Input[] {
  const known = new Set(inputs.map((input) => (input.type === 'event' ? input.id : undefined)))
  const timeOf = (input: Input) => ('at' in input ? (input.at ?? 0) : 0)
  const keyOf = (input: Input) => (input.type === 'event' ? positionOf(input).key : '')
  return [...inputs, ...earlier.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => timeOf(a) - timeOf(b) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}
