// A wait counts what happens after its execution came to it, and that may be before the runner gets there, or before an event
// was heard of that came first. So whatever may come to a wait now looks for what has happened already. What is heard of later
// as well counts once: an execution goes on by nothing that lies before its place (engine/place.ts).
import type { Trx } from '../../../../platform/db/client.ts'
import { timeOfId } from '../../../../platform/ids.ts'
import type { ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { derivedEventId, UNSTORED_EVENT_NAMES } from '../../../events/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Input } from '../../engine/execution.ts'
import { positionOf } from '../../engine/place.ts'
import { withOwnDepth } from '../../triggers/own-depth.ts'
import { placeOf } from '../execution-row.ts'
import type { ExecutionRow } from '../execution-row.ts'
import { reachableSteps } from '../facts/reachable-steps.ts'
import { listEarlierEmails, listEarlierEvents } from './earlier-events.queries.ts'
import type { EarlierEmail, Search } from './earlier-events.queries.ts'

type EventInput = Input & { type: 'event'; id: string }

export type Concerned = { row: ExecutionRow; definition: Definition; inputs: readonly Input[] }

type EarlierEventsQuery = { projectId: ProjectId; concerned: readonly Concerned[]; now: Date }

/** The inputs of each execution in the order of their times, with what one that may come to a wait has not been told of. */
export async function withEarlierEvents(
  trx: Trx,
  { projectId, concerned, now }: EarlierEventsQuery,
): Promise<Map<ExecutionId, Input[]>> {
  const searches = concerned.flatMap((one) => searchOf(one, now))
  const found = searches.length > 0 ? await listEarlierEvents(trx, { projectId, searches }) : []
  const told = found.map(({ executionId, createdAt, ...event }) => ({
    executionId,
    input: withOwnDepth({ ...event, type: 'event' as const, at: createdAt.getTime() }),
  }))
  const ofEmails = searches.filter(({ names }) => UNSTORED_EVENT_NAMES.some((name) => names.includes(name)))
  const emails = ofEmails.length > 0 ? await listEarlierEmails(trx, { projectId, searches: ofEmails }) : []
  const searchOfExecution = new Map(searches.map((search) => [search.executionId, search]))
  const derived = emails.flatMap((email) => eventsOf(email, searchOfExecution.get(email.executionId)))
  const byExecution = Map.groupBy([...told, ...derived], ({ executionId }) => executionId)
  return new Map(
    concerned.map(({ row, inputs }) => {
      const earlier = byExecution.get(row.id) ?? []
      return [
        row.id,
        inOrder(
          inputs,
          earlier.map(({ input }) => input),
        ),
      ]
    }),
  )
}

// An event that is announced later than this after a time-out has come too late.
const LATEST_MS = 5 * 60_000

function searchOf({ row, definition, inputs }: Concerned, now: Date): Search[] {
  const from = earliestArrival({ row, definition, inputs }, now)
  const names = awaitedNames(definition, row)
  if (from === undefined || names.length === 0) return []
  return [{ executionId: row.id, contactId: row.contact_id, from: new Date(from), names }]
}

/** The first moment from which on a wait may count events that the execution comes to now, or that it stands at. */
function earliestArrival({ row, definition, inputs }: Concerned, now: Date): number | undefined {
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
 * What it stands at or may come to. The event at which contacts leave is looked for once, at the beginning: from then on the
 * execution hears of every one.
 */
function awaitedNames(definition: Definition, row: ExecutionRow): string[] {
  const current = stepOf(definition, row)
  const steps = [
    ...(current ? [current] : []),
    ...reachableSteps(definition, { status: row.status, stepId: row.step_id }),
  ]
  const waited = steps.flatMap((step) => (step.type === 'WAIT_FOR_EVENT' ? [step.config.event] : []))
  const leaving = row.visit === 0 && definition.exit?.event ? [definition.exit.event] : []
  return [...new Set([...waited, ...leaving])]
}

type ExecutionInput = { executionId: ExecutionId; input: EventInput }

/** What an email tells of itself, as it is announced (migrations/0031). */
function eventsOf(
  { executionId, emailId, sentAt, isDelivered, depth }: EarlierEmail,
  search?: Search,
): ExecutionInput[] {
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

/** Each event once. What has no time comes before everything that does. */
function inOrder(inputs: readonly Input[], earlier: readonly EventInput[]): Input[] {
  const known = new Set(inputs.map((input) => (input.type === 'event' ? input.id : undefined)))
  const timeOf = (input: Input) => ('at' in input ? (input.at ?? 0) : 0)
  const keyOf = (input: Input) => (input.type === 'event' ? positionOf(input).key : '')
  return [...inputs, ...earlier.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => timeOf(a) - timeOf(b) || (keyOf(a) < keyOf(b) ? -1 : 1),
  )
}
