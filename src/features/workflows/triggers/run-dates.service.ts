// Starts workflows by dates of contacts. A look goes through the contacts whose date lies around now, page by page, and starts those
// whose time has come since the look before; it saves its position with every batch it starts, so that a killed one continues there.
// workflow_dates keeps a date from starting twice, whatever happens to the workflow or to the date in between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ExecutionId, WorkflowId } from '../../../platform/ids.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import { dateMs } from '../../filters/filter-dates.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { findProject } from '../../projects/index.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import type { DateTrigger } from '../definition.schema.ts'
import { dateEvent, dateStarts, possibleDates } from '../engine/date-starts.ts'
import type { DateStart, Look } from '../engine/date-starts.ts'
import { chosenZone } from '../engine/decide.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import {
  finishLook,
  insertStartedDates,
  listDateCandidates,
  listStartedContacts,
  openLook,
} from './date-looks.queries.ts'
import type { DateCandidate } from './date-looks.queries.ts'
import { holdSchedule } from './hold-schedule.service.ts'
import { updateSchedule } from './schedule.queries.ts'

export type LookTools = Pick<Deps, 'database' | 'clock'> & {
  filters: Filters
  definitions: Definitions
}

// Longer than a page takes to read, and a batch to start.
export const SCHEDULE_LEASE_MS = 60_000

// Times that no node has handled for longer are given up: a reminder that comes a week late does more harm than none.
const MADE_UP_FOR_MS = 3 * 86_400_000

// Times of day are full minutes.
const LOOK_INTERVAL_MS = 60_000

// Reading contacts takes at most this part of the time, also in a project whose dates have no index.
const SHARE_OF_READING = 20

// A few megabytes. Each page reads all contacts around now.
const PAGE = 20_000

// Takes some 100 ms, during which the workflow cannot be changed.
const BATCH = 1_000

const NO_ID = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 86_400_000

export type DateLook = WorkflowRef & {
  claim: Claim<WorkflowId>
  trigger: DateTrigger
  times: Look
  after: string
  /** The time zone of the project. */
  timeZone: string
}

type BeginInput = WorkflowRef & { claim: Claim<WorkflowId>; trigger: DateTrigger; now: Date }

/** The caller holds the schedule. */
export async function beginLook(
  trx: Trx,
  { projectId, workflowId, claim, trigger, now }: BeginInput,
): Promise<DateLook> {
  const ref = { projectId, workflowId }
  const earliest = new Date(now.getTime() - MADE_UP_FOR_MS)
  const { from, to, position } = await openLook(trx, { ...ref, now, earliest })
  const project = await findProject(trx, { projectId })
  const times = { from: from.getTime(), to: to.getTime() }
  return { ...ref, claim, trigger, times, after: position ?? NO_ID, timeZone: project?.timezone ?? 'UTC' }
}

/** Reads one page of contacts and starts those that are due. */
export async function runLook(tools: LookTools, look: DateLook): Promise<void> {
  const { database, clock } = tools
  const begunAt = clock.now().getTime()
  const page = await listDateCandidates(database.db, { ...candidatesOf(look), limit: PAGE })
  const readingMs = clock.now().getTime() - begunAt
  const due = await findDue(page, look)
  for (let at = 0; at < due.length; at += BATCH) {
    const batch = due.slice(at, at + BATCH)
    if (!(await inTransaction(database.db, (trx) => startBatch(trx, tools, { look, batch })))) return
  }
  await inTransaction(database.db, (trx) => endPage(trx, tools, { look, page, readingMs }))
}

function candidatesOf({ projectId, trigger, times, after }: DateLook) {
  const { first, last } = possibleDates(trigger, times)
  const isYearly = trigger.repeat === 'yearly'
  // A date with an offset from UTC may be on another day of the year, which 29 February moves by one more.
  const days = isYearly
    ? { first: new Date(first.getTime() - DAY_MS), last: new Date(last.getTime() + DAY_MS) }
    : { first, last }
  return { projectId, path: dataPathOf(trigger.field) ?? [], days, isYearly, after }
}

type DueContact = DateStart & { contactId: ContactId }

/** Contacts whose time is in the look. One that was created after its time is not started. */
async function findDue(page: readonly DateCandidate[], look: DateLook): Promise<DueContact[]> {
  const { trigger, times, timeZone } = look
  // Many contacts share a date and a zone.
  const known = new Map<string, DateStart[]>()
  const startsOf = ({ value, timezone }: DateCandidate): DateStart[] => {
    const key = JSON.stringify([value, timezone])
    const before = known.get(key)
    if (before) return before
    const zone = chosenZone(trigger.timezone, { contact: { data: { timezone } }, timeZone })
    const starts = dateStarts(trigger, { value, timeZone: zone }, times)
    known.set(key, starts)
    return starts
  }
  const due: DueContact[] = []
  for (const [index, candidate] of page.entries()) {
    const starts = startsOf(candidate).filter(({ dueAt }) => candidate.createdAt.getTime() <= dueAt)
    due.push(...starts.map((start) => ({ ...start, contactId: candidate.id })))
    // Each takes some microseconds, during which nothing else gets a turn.
    if (index % BATCH === BATCH - 1) await nextTurn()
  }
  return due
}

type BatchInput = { look: DateLook; batch: readonly DueContact[] }

/** False if another worker has the look by now, or the workflow is disabled. */
async function startBatch(trx: Trx, tools: LookTools, { look, batch }: BatchInput): Promise<boolean> {
  const { definitions, filters, clock } = tools
  const { claim, trigger } = look
  const held = await holdSchedule(trx, { definitions, claim })
  if (!held) return false
  const ref = { projectId: held.projectId, workflowId: held.workflowId }
  const now = clock.now()
  const entrants = batch.map(({ contactId, ...start }) => ({
    executionId: newId<ExecutionId>(now),
    contactId,
    event: dateEvent(trigger, start),
    depth: 0,
    position: { at: start.dueAt },
    date: new Date(dateMs(start.date) ?? 0),
  }))
  const before = await listStartedContacts(trx, { ...ref, field: trigger.field, dates: entrants })
  const fresh = entrants.filter(({ contactId }) => !before.has(contactId))
  const started = await startExecutions(trx, { ...held, entrants: fresh, filters, now })
  const used = fresh.filter(({ executionId }) => started.has(executionId))
  await insertStartedDates(trx, { ...ref, field: trigger.field, dates: used })
  const dueAt = new Date(now.getTime() + SCHEDULE_LEASE_MS)
  await updateSchedule(trx, { ...ref, position: batch.at(-1)?.contactId ?? null, dueAt })
  return true
}

type PageEnd = { look: DateLook; page: readonly DateCandidate[]; readingMs: number }

async function endPage(
  trx: Trx,
  { definitions, clock }: LookTools,
  { look, page, readingMs }: PageEnd,
): Promise<void> {
  const { projectId, workflowId, claim } = look
  const held = await holdSchedule(trx, { definitions, claim })
  if (!held) return
  const ref = { projectId, workflowId }
  const now = clock.now()
  const last = page.at(-1)
  if (last && page.length === PAGE) await updateSchedule(trx, { ...ref, position: last.id, dueAt: now })
  else await finishLook(trx, { ...ref, dueAt: nextLook(now, readingMs) })
}

/** At the next full minute, or later if reading took long. */
const nextLook = (now: Date, readingMs: number): Date => {
  const minute = (Math.floor(now.getTime() / LOOK_INTERVAL_MS) + 1) * LOOK_INTERVAL_MS
  return new Date(Math.max(minute, now.getTime() + readingMs * SHARE_OF_READING))
}
