// Input and output of the engine. All of it is plain data; times are milliseconds since 1970.
import type { ContactFacts, CountedLeaves, HistoryFacts } from '../../filters/index.ts'
import type { Step, StepOf } from '../steps.schema.ts'
import type { Place } from './place.ts'

/** The answer to a WEBHOOK step, as the Liquid of later steps sees it. */
export type StepAnswer = {
  stepId: string
  /** Null if there was no answer. */
  statusCode: number | null
  /** Null if the answer is not JSON, or too large to keep. */
  data: unknown
}

export type ExecutionStatus = 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'

/** The event or the date that started an execution; null for other triggers. */
export type StartEvent = { name: string; data: Record<string, unknown> }

/** The state of an execution between two advances. */
export type ExecutionState = {
  status: ExecutionStatus
  /** The current step; null once the execution has completed. */
  stepId: string | null
  /** Number of the current visit, counting every step begun: a step in a loop is visited several times. */
  visit: number
  /** Start of the current step. */
  since: number
  /** When to continue at the latest; null while it waits for an answer, and once it has ended. */
  wakeAt: number | null
  exitReason: string | null
  startedAt: number
  completedAt: number | null
  event: StartEvent | null
  /** Number of executions in the chain of causes that led to this one; 0 if a person or a program started it. */
  depth: number
  place: Place
  /** The answers to the last WEBHOOK steps, the newest last. */
  answers: readonly StepAnswer[]
}

/** Facts about the contact and the project, as of now. */
export type Facts = {
  contact: ContactFacts & { id: string }
  /** Events and emails of the contact that `counted` does not include. */
  history: HistoryFacts
  /** Number of earlier occurrences, per condition on history. */
  counted?: CountedLeaves
  /** Conditions that cannot be evaluated now, with the reason. Keyed by the leaf object itself, not by an equal one. */
  unanswered?: ReadonlyMap<object, string>
  /** When a person opened or clicked an email of the contact; absent if no step needs it. */
  opens?: readonly number[]
  /** Segments that the contact is a member of. */
  segments: ReadonlySet<string>
  /** Keys of templates and segments that the definition names and that do not exist. */
  missing: ReadonlySet<string>
  /** Steps that cannot be done now, with the reason, such as an unverified sender or a refusal of the database. */
  refused?: ReadonlyMap<string, string>
  /** Evaluates the Liquid in the data of a step; returns a string for an error. If absent, the data is used unchanged. */
  fill?: (input: StepDataInput) => Record<string, unknown> | string
  /** The workflow id, so that splits of different workflows are independent. */
  seed: string
  /** The project's time zone, for contacts without their own. */
  timeZone: string
}

export type StepDataInput = {
  stepId: string
  data: Record<string, unknown>
  contact: Facts['contact']
  event: StartEvent | null
  answers: readonly StepAnswer[]
}

export type Input =
  /** The execution is due, or was just created. */
  | { type: 'time' }
  | { type: 'event'; name: string; data: unknown; at: number; id?: string; depth: number }
  /** Result of the call of a WEBHOOK step in this visit. `data`: the JSON of the answer. `at`: when it ended; default: now. */
  | {
      type: 'webhook'
      isOk: boolean
      output: WebhookAnswer | null
      data?: unknown
      visit?: number
      at?: number
    }
  | { type: 'cancel'; reason: string }
  /** A caller ends the wait of this visit. */
  | { type: 'skip'; visit: number; at?: number }

/** The visit makes an effect unique in its execution. */
type Origin = { stepId: string; visit: number }

export type Effect = Origin &
  /** `contact`, `answers`: as of this step, because the email shows that state. */
  (
    | {
        type: 'sendEmail'
        config: StepOf<'SEND_EMAIL'>['config']
        contact: Facts['contact']
        answers: readonly StepAnswer[]
      }
    | { type: 'updateContact'; data: Record<string, unknown>; subscribed: boolean | undefined }
    | { type: 'addToSegment'; segmentId: string }
    | { type: 'removeFromSegment'; segmentId: string }
    | { type: 'callWebhook'; config: StepOf<'WEBHOOK'>['config'] }
    | { type: 'trackEvent'; event: string; data: Record<string, unknown>; depth: number }
  )

/** One entry of the history. A visit that waits gets two: when it begins and when it ends. */
export type HistoryEntry = Origin & {
  type: Step['type']
  status: 'WAITING' | 'COMPLETED' | 'FAILED'
  startedAt: number
  completedAt: number | null
  output: Record<string, unknown> | null
  error: string | null
}

export type Advance = { state: ExecutionState; effects: Effect[]; entries: HistoryEntry[] }

/** Result of a WEBHOOK step's call: the last answer, or why there is none. */
export type WebhookAnswer = { webhookId: string; attempts: number } & (
  | { statusCode: number; body: string }
  | { error: string }
)

export const isSuccess = (statusCode: number): boolean => statusCode >= 200 && statusCode < 300

/** One line for the exit reason; the answer itself is in the history. */
export function webhookFailure(answer: WebhookAnswer | null): string {
  if (!answer) return 'The webhook failed, and the step has no branch for failure.'
  const tries = answer.attempts === 1 ? 'at the first attempt' : `after ${answer.attempts} attempts`
  const reason = 'error' in answer ? answer.error : `it was answered with status ${answer.statusCode}`
  return `The webhook failed ${tries}, and the step has no branch for failure: ${reason}.`
}
