// Input of the functions that apply effects.
import type { ProjectId } from '../../../../platform/ids.ts'
import type { Effect } from '../../engine/execution.ts'
import type { ReadyEmail, WantedEmail } from './email-contents.service.ts'
import type { ExecutionRow } from '../execution-row.ts'
import type { Cause } from '../executions.queries.ts'

/** An execution with its effects. At most one execution in a batch changes the same contact. */
export type ExecutionEffects = {
  row: ExecutionRow
  /** Depth of the execution after the step. */
  depth: number
  effects: readonly Effect[]
  emails: ReadonlyMap<Effect, { wanted: WantedEmail; ready: ReadyEmail }>
}

/** Output of effects for the history. */
export type Outputs = Map<Effect, Record<string, unknown>>

export type EffectType = Effect['type']
export type EffectOf<Type extends EffectType> = ExecutionEffects & { effect: Extract<Effect, { type: Type }> }

/** Effects of one type, one per execution. */
export type Group<Type extends EffectType> = {
  group: readonly EffectOf<Type>[]
  projectId: ProjectId
  now: Date
  outputs: Outputs
  causes: Cause[]
}

/** An effect that could not be applied, with its step and the cause. */
export class EffectError extends Error {
  readonly executionId: string
  readonly stepId: string
  constructor(executionId: string, stepId: string, cause: unknown) {
    super('an effect of an execution could not be applied', { cause })
    this.executionId = executionId
    this.stepId = stepId
  }
}

/** The content of an email was deleted after it was prepared, and has to be rebuilt. */
export class ContentGoneError extends Error {
  readonly wanted: WantedEmail
  constructor(wanted: WantedEmail) {
    super('the content of an email is gone')
    this.wanted = wanted
  }
}
