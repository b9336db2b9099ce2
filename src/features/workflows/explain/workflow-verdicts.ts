// Whether a contact may enter a workflow, by its conditions and by its state. Pure.
import { timeInWords } from '../../delivery/index.ts'
import type { GateVerdict } from '../../delivery/index.ts'
import type { Definition } from '../definition.schema.ts'
import type { EntryOfContact } from './entry.queries.ts'

/** `problem`: why the conditions cannot be evaluated. */
export type EntryAnswer = { isAllowed: boolean; problem: string | null }

const BY_EVENT = 'Other conditions are about the data of the event that starts the workflow.'

/** `answer`: null for a workflow without conditions on contacts. `isByEvent`: whether it has conditions on the start event. */
export function entryVerdict(answer: EntryAnswer | null, { isByEvent }: { isByEvent: boolean }): GateVerdict {
  const about = { value: answer || isByEvent ? 'FILTERED' : null, since: null }
  if (answer === null) {
    if (isByEvent) {
      const explanation = 'Who may enter the workflow depends on the data of the event that starts it alone.'
      return { ...about, passed: true, explanation }
    }
    return { ...about, passed: true, explanation: 'The workflow has no conditions for who may enter.' }
  }
  const { isAllowed: passed, problem } = answer
  if (problem !== null) {
    return { ...about, passed, explanation: `${problem} Correct the entry filters of the workflow.` }
  }
  const explanation = passed
    ? `The contact meets the entry conditions of the workflow.${isByEvent ? ` ${BY_EVENT}` : ''}`
    : 'The contact does not meet the entry conditions of the workflow. Change the contact so that it does, or the conditions.'
  return { ...about, passed, explanation }
}

/** The date of the contact that starts the workflow. `dueAt`: its next time. */
export type DateAnswer = { field: string; value: string | null; dueAt: Date | null }

/** The verdict on a workflow that the contact may enter, if dates start it. */
export function dateVerdict({ field, value, dueAt }: DateAnswer): GateVerdict {
  if (value === null) {
    const explanation = `The contact has no date in ${field}, so nothing starts the workflow. Set one, such as 2030-01-31.`
    return { passed: false, value: 'NO_DATE', since: null, explanation }
  }
  if (!dueAt) {
    const explanation = `The time of the date ${value} in ${field} has passed, so nothing starts the workflow. Set a later date.`
    return { passed: false, value: 'DATE_PASSED', since: null, explanation }
  }
  const explanation = `The workflow is switched on, and the date ${value} in ${field} starts it at ${timeInWords(dueAt)}.`
  return { passed: true, value: 'ENABLED', since: null, explanation }
}

type Workflow = { enabled: boolean; entry?: Definition['entry'] }

export function workflowVerdict(
  { enabled, entry }: Workflow,
  before: EntryOfContact | undefined,
): GateVerdict {
  if (!enabled) {
    const explanation =
      'The workflow is switched off, so nobody enters it. Switch it on: PATCH /workflows/{id} with {"enabled": true}.'
    return { passed: false, value: 'DISABLED', since: null, explanation }
  }
  const reentry = entry?.reentry ?? 'once'
  const since = before?.startedAt ?? null
  const when = since ? ` since ${timeInWords(since)}` : ''
  if (before?.isInside && reentry !== 'always') {
    const explanation = `The contact is in the workflow${when}, and cannot enter a second time meanwhile.`
    return { passed: false, value: 'INSIDE', since, explanation }
  }
  if (before && reentry === 'once') {
    const explanation = `The contact has been in the workflow before${since ? ` (${timeInWords(since)})` : ''}, and everybody enters it once. Set entry.reentry of the workflow to afterExit or always.`
    return { passed: false, value: 'ENTERED', since, explanation }
  }
  const explanation = 'The workflow is switched on, and the contact may enter it.'
  return { passed: true, value: 'ENABLED', since: null, explanation }
}
