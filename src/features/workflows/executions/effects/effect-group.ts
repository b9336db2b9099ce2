// What those who carry out effects are given.
import type { ProjectId } from '../../../../platform/ids.ts'
import type { Effect } from '../../engine/execution.ts'
import type { ReadyEmail, WantedEmail } from './email-contents.service.ts'
import type { ExecutionRow } from '../execution-row.ts'
import type { Cause } from '../executions.queries.ts'

/** An execution with its effects. Of those of one contact, at most one in a batch changes it. */
export type Doing = {
  row: ExecutionRow
  /** Of the execution, as it is after the step. */
  depth: number
  effects: readonly Effect[]
  emails: ReadonlyMap<Effect, { wanted: WantedEmail; ready: ReadyEmail }>
}

/** What effects left to tell in the history. */
export type Outputs = Map<Effect, Record<string, unknown>>

export type EffectType = Effect['type']
export type OneOf<Type extends EffectType> = Doing & { effect: Extract<Effect, { type: Type }> }

/** Effects of one type, of as many executions. */
export type Group<Type extends EffectType> = {
  group: readonly OneOf<Type>[]
  projectId: ProjectId
  now: Date
  outputs: Outputs
  causes: Cause[]
}
