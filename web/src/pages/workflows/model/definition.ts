// A workflow while it is edited. Unlike what the API takes, its steps may be unfinished: a step is added first and filled in
// afterwards.
import type { z } from 'zod'
import type { Trigger } from '../../../../../src/features/workflows/definition.schema.ts'
import { branchesOf } from '../../../../../src/features/workflows/workflow-graph.schema.ts'
import type { Step } from '../../../../../src/features/workflows/steps.schema.ts'
import type { Workflow, WorkflowVersion } from '../../../api/workflows.ts'

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
}

export type WorkflowDraft = Definition & { readonly name: string; readonly description: string }

/** The place of the trigger on the canvas. No step can have this id. */
export const TRIGGER = '@trigger'

export const definitionOf = (record: Workflow | WorkflowVersion): Definition => ({
  trigger: record.trigger as DraftTrigger,
  // A step may come without a config (EXIT) and is then given one.
  steps: record.steps.map((step) => ({ ...step, config: step['config'] ?? {} }) as unknown as DraftStep),
  entry: record.entry,
  exit: record.exit,
})

export const draftOf = (workflow: Workflow): WorkflowDraft => ({
  name: workflow.name,
  description: workflow.description ?? '',
  ...definitionOf(workflow),
})

/** A way out of a step, with the step it leads to; null is the end. `branch` is undefined where there is only one. */
export type Way = { branch: string | undefined; target: string | null }

/** Where a webhook has no branch for failure, a failure fails the execution: then there is one way out. */
const hasFailureBranch = ({ next }: DraftStep) =>
  typeof next === 'object' && next !== null && Object.hasOwn(next, 'failure')

export function waysOf(step: DraftStep): Way[] {
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

/** The same step with another target for one of its ways out. */
export function withTarget(step: DraftStep, branch: string | undefined, target: string | null): DraftStep {
  if (branch === undefined) return { ...step, next: target }
  const ways = waysOf(step).map((way) => [way.branch, way.branch === branch ? target : way.target] as const)
  return { ...step, next: Object.fromEntries(ways) as Record<string, string | null> }
}

/** Only branches that the step has now; those with a new name keep where they led. */
export function withConfig(
  step: DraftStep,
  config: Config,
  renamed: ReadonlyMap<string, string> = new Map(),
) {
  const before = new Map(waysOf(step).map(({ branch, target }) => [branch, target]))
  const changed: DraftStep = { ...step, config }
  const ways = waysOf(changed)
  if (ways.length === 0 || ways[0]?.branch === undefined) return changed
  const was = new Map([...renamed].map(([from, to]) => [to, from]))
  const next = ways.map(({ branch = '' }) => [branch, before.get(was.get(branch) ?? branch) ?? null])
  return { ...changed, next: Object.fromEntries(next) as Record<string, string | null> }
}
