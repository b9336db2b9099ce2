// A workflow being edited. Unlike in the API, its steps may be unfinished.
import type { z } from 'zod'
import type { Trigger } from '../../../../../src/features/workflows/definition.schema.ts'
import { branchesOf } from '../../../../../src/features/workflows/workflow-graph.schema.ts'
import type { Step } from '../../../../../src/features/workflows/steps.schema.ts'
import type { Workflow, WorkflowVersion } from '../../../api/sending/workflows.ts'

export const STEP_TYPES = [
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'SPLIT',
  'UPDATE_CONTACT',
  'ADD_TO_SEGMENT',
  'REMOVE_FROM_SEGMENT',
  'WEBHOOK',
  'TRACK_EVENT',
  'EXIT',
] as const satisfies readonly Step['type'][]
export type StepType = (typeof STEP_TYPES)[number]

export type TriggerType = z.infer<typeof Trigger>['type']

export type Config = Readonly<Record<string, unknown>>
export type Next = string | Readonly<Record<string, string | null>> | null | undefined

export type DraftStep = {
  readonly id: string
  readonly type: StepType
  readonly name?: string | null
  readonly config: Config
  readonly next?: Next
}

export type DraftTrigger = { readonly type: TriggerType } & Config

export type Definition = {
  readonly trigger: DraftTrigger
  readonly steps: readonly DraftStep[]
  readonly entry: Config | null
  readonly exit: Config | null
  readonly goal: Config | null
  readonly holdout: Config | null
}

export type WorkflowDraft = Definition & { readonly name: string; readonly description: string }

/** The id of the trigger's card. No step can have it. */
export const TRIGGER = '@trigger'

export const definitionOf = (record: Workflow | WorkflowVersion): Definition => ({
  trigger: record.trigger as DraftTrigger,
  // EXIT steps may have no config.
  steps: record.steps.map((step) => ({ ...step, config: step['config'] ?? {} }) as unknown as DraftStep),
  entry: record.entry,
  exit: record.exit,
  goal: record.goal,
  holdout: record.holdout,
})

export const draftOf = (workflow: Workflow): WorkflowDraft => ({
  name: workflow.name,
  description: workflow.description ?? '',
  ...definitionOf(workflow),
})

/** Leads from a step to `target`; null is the end. `branch` is undefined where there is only one. */
export type Transition = { branch: string | undefined; target: string | null }

/** Without a failure branch, a failed webhook fails the execution. */
const hasFailureBranch = ({ next }: DraftStep) =>
  typeof next === 'object' && next !== null && Object.hasOwn(next, 'failure')

export function transitionsOf(step: DraftStep): Transition[] {
  const { type, next } = step
  if (type === 'EXIT') return []
  const byName = typeof next === 'object' && next !== null ? next : {}
  if (type === 'WEBHOOK' && !hasFailureBranch(step)) {
    return [{ branch: undefined, target: typeof next === 'string' ? next : (byName['success'] ?? null) }]
  }
  const branches = branchesOf(step as unknown as Step)
  if (!branches) return [{ branch: undefined, target: typeof next === 'string' ? next : null }]
  return branches.map((branch) => ({ branch, target: byName[branch] ?? null }))
}

export function withTarget(step: DraftStep, branch: string | undefined, target: string | null): DraftStep {
  if (branch === undefined) return { ...step, next: target }
  const transitions = transitionsOf(step).map(
    (one) => [one.branch, one.branch === branch ? target : one.target] as const,
  )
  return { ...step, next: Object.fromEntries(transitions) as Record<string, string | null> }
}

/** Drops branches that the new config lacks; renamed branches keep their target. The only target and the first branch stand for each other. */
export function withConfig(
  step: DraftStep,
  config: Config,
  renamed: ReadonlyMap<string, string> = new Map(),
) {
  const before = new Map(transitionsOf(step).map(({ branch, target }) => [branch, target]))
  const changed: DraftStep = { ...step, config }
  const transitions = transitionsOf(changed)
  if (transitions.length === 0) return changed
  if (transitions[0]?.branch === undefined) {
    return step.type === 'DELAY' ? { ...changed, next: [...before.values()][0] ?? null } : changed
  }
  const oldNames = new Map([...renamed].map(([from, to]) => [to, from]))
  const next = transitions.map(({ branch = '' }, index) => [
    branch,
    before.get(oldNames.get(branch) ?? branch) ?? (index === 0 ? before.get(undefined) : null) ?? null,
  ])
  return { ...changed, next: Object.fromEntries(next) as Record<string, string | null> }
}
