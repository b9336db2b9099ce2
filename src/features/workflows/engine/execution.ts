// What the engine takes and gives. All of it is plain data; times are milliseconds since 1970.
import type { ContactFacts, CountedLeaves, HistoryFacts } from '../../filters/index.ts'
import type { Step, StepOf } from '../steps.schema.ts'
import type { WebhookAnswer } from './webhook-answer.ts'
import type { Place } from './place.ts'

export type ExecutionStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'

/** The event that started an execution, or nothing for other triggers. */
export type StartEvent = { name: string; data: Record<string, unknown> }

/** What is kept of an execution between two advances. */
export type ExecutionState = {
  status: ExecutionStatus
  /** Where it stands; null once it has completed. */
  stepId: string | null
  /** How many steps it has begun. The number of the current visit: a step in a loop is visited several times. */
  visit: number
  /** When the current step was begun. */
  since: number
  /** When to go on at the latest; null where only an answer or nothing is awaited. */
  wakeAt: number | null
  exitReason: string | null
  startedAt: number
  completedAt: number | null
  event: StartEvent | null
  /** How many executions stand between this one and something that a person or a program did. */
  depth: number
  place: Place
}

/** What is known of the contact and of the project, as of now. */
export type Facts = {
  contact: ContactFacts & { id: string }
  /** What has happened to the contact, apart from what is counted already. */
  history: HistoryFacts
  /** How often it happened before, for each condition that asks for it. */
  counted?: CountedLeaves
  /** Conditions that nobody can answer now, with the reason. By the leaf itself, not by an equal one. */
  unanswered?: ReadonlyMap<object, string>
  /** Segments that the contact is a member of. */
  segments: ReadonlySet<string>
  /** Of the templates and segments that the definition names, those that do not exist (any more). */
  missing: ReadonlySet<string>
  /** Steps that cannot be done now, with the reason: the sender is not verified, or the database refused it. */
  refused?: ReadonlyMap<string, string>
  /** Evaluates the Liquid in the data of a step; a text is why that cannot be done. Absent: the data stays as it is. */
  fill?: (filling: Filling) => Record<string, unknown> | string
  /** Keeps the choices of different workflows apart: its id. */
  seed: string
  /** Where the contact has no time zone of its own. */
  timeZone: string
}

export type Filling = {
  stepId: string
  data: Record<string, unknown>
  contact: Facts['contact']
  event: StartEvent | null
}

export type Input =
  /** Its time has come, or it has just been made. */
  | { type: 'time' }
  | { type: 'event'; name: string; data: unknown; at: number; id?: string; depth: number }
  /** How the call of a WEBHOOK step ended, and when; now, if that is not known. */
  | { type: 'webhook'; isOk: boolean; output: WebhookAnswer | null; at?: number }
  | { type: 'cancel'; reason: string }
  /** Somebody does not want to wait for the end of this visit of a step. */
  | { type: 'skip'; visit: number; at?: number }

/** The visit makes it unique in the execution, so that it can be done once. */
type Origin = { stepId: string; visit: number }

export type Effect = Origin &
  /** `contact`: as the step found it, which is what the email shows. */
  (
    | { type: 'sendEmail'; config: StepOf<'SEND_EMAIL'>['config']; contact: Facts['contact'] }
    | { type: 'updateContact'; data: Record<string, unknown>; subscribed: boolean | undefined }
    | { type: 'addToSegment'; segmentId: string }
    | { type: 'removeFromSegment'; segmentId: string }
    | { type: 'callWebhook'; config: StepOf<'WEBHOOK'>['config'] }
    | { type: 'trackEvent'; event: string; data: Record<string, unknown>; depth: number }
  )

/** One line of the history. A visit that waits is told twice: when it begins and when it ends. */
export type HistoryEntry = Origin & {
  type: Step['type']
  status: 'WAITING' | 'COMPLETED' | 'FAILED'
  startedAt: number
  completedAt: number | null
  output: Record<string, unknown> | null
  error: string | null
}

export type Advance = { state: ExecutionState; effects: Effect[]; entries: HistoryEntry[] }
