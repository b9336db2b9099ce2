// The request for a simulation: a contact and events. Pure.
import type { SimulationRequest } from '../../../api/sending/workflows.ts'
import { readJsonObject } from '../../../components/forms/read-json.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'

export type ContactKind = 'existing' | 'own'

/** As typed: the time in the zone of the browser, the data as JSON. */
export type SimulatedEvent = { event: string; at: string; data: string }

/** As typed: the data as JSON. */
export type SimulatedAnswer = { statusCode: string; data: string }

export const NO_ANSWER: SimulatedAnswer = { statusCode: '', data: '' }

export type SimulationInput = {
  kind: ContactKind
  email: string
  /** The data of an invented contact, as JSON. */
  data: string
  events: readonly SimulatedEvent[]
  /** How webhooks are answered, by the ids of their steps. */
  answers: Readonly<Record<string, SimulatedAnswer>>
  /** The contact with this address, if `kind` is existing. */
  contactId: string | undefined
}

/** The value of a datetime-local input, in the zone of the browser. */
function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** The event that starts the workflow happens now. */
export const firstEvents = ({ trigger }: Pick<WorkflowDraft, 'trigger'>, now: Date): SimulatedEvent[] =>
  trigger.type === 'EVENT' ? [{ event: textOf(trigger, 'event'), at: localTime(now), data: '' }] : []

// New events are a day after the last one.
const LATER_MS = 86_400_000

export function withNewEvent(events: readonly SimulatedEvent[], now: Date): SimulatedEvent[] {
  const lastMs = Date.parse(events.at(-1)?.at ?? '')
  const at = Number.isNaN(lastMs) ? now : new Date(lastMs + LATER_MS)
  return [...events, { event: '', at: localTime(at), data: '' }]
}

const isEventComplete = ({ event, at, data }: SimulatedEvent) =>
  event !== '' && at !== '' && readJsonObject(data) !== undefined

const isAnswerComplete = ({ statusCode, data }: SimulatedAnswer) =>
  (statusCode === '' || /^[1-5]\d\d$/.test(statusCode)) && readJsonObject(data) !== undefined

export const webhooksOf = ({ steps }: Pick<WorkflowDraft, 'steps'>) =>
  steps.filter(({ type }) => type === 'WEBHOOK')

/** The steps may have changed since the answers were written. */
const answersFor = (draft: WorkflowDraft, answers: SimulationInput['answers']) =>
  webhooksOf(draft).flatMap(({ id }) => {
    const { statusCode, data } = answers[id] ?? NO_ANSWER
    if (statusCode === '' && data.trim() === '') return []
    const answer = {
      ...(statusCode !== '' && { statusCode: Number(statusCode) }),
      ...(data.trim() !== '' && { data: readJsonObject(data) }),
    }
    return [[id, answer] as const]
  })

export function isComplete({ kind, email, data, events, answers, contactId }: SimulationInput): boolean {
  const hasContact =
    kind === 'own' ? email !== '' && readJsonObject(data) !== undefined : contactId !== undefined
  return hasContact && events.every(isEventComplete) && Object.values(answers).every(isAnswerComplete)
}

/** The input must be complete. */
export function requestOf(
  draft: WorkflowDraft,
  { kind, email, data, events, answers, contactId }: SimulationInput,
): SimulationRequest {
  const { trigger, steps, entry, exit, goal, holdout } = draft
  const webhooks = Object.fromEntries(answersFor(draft, answers))
  const request = {
    trigger,
    steps,
    entry,
    exit,
    goal,
    holdout,
    contact: kind === 'existing' ? { id: contactId ?? '' } : { email, data: readJsonObject(data) ?? {} },
    events: events.map(({ event, at, data: json }) => ({
      event,
      at: new Date(at).toISOString(),
      ...(json.trim() !== '' && { data: readJsonObject(json) }),
    })),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
  }
  return request as unknown as SimulationRequest
}
