// A workflow of Plunk as a draft: the same kinds of steps, in another form. Plunk keeps steps and transitions as records; here a step names the
// next ones. A workflow with a step that has no equivalent is left out as a whole, because half of it would do something else.
import { keyOf } from '../writer/groups.ts'

type Transition = {
  toStepId: string
  condition?: { branch?: string } | null
  waitOutcome?: 'EVENT' | 'TIMEOUT' | null
}
type PlunkStep = {
  id: string
  type: string
  name: string
  config: Record<string, unknown> | null
  templateId?: string | null
  outgoingTransitions?: Transition[]
}
export type PlunkWorkflow = {
  id: string
  name: string
  description?: string | null
  triggerType?: string
  triggerConfig?: { eventName?: string } | null
  allowReentry?: boolean
  steps: PlunkStep[]
}

/** Why a workflow cannot be a draft here. */
export class NoEquivalent extends Error {
  override readonly name = 'NoEquivalent'
}

type Step = {
  id: string
  type: string
  name: string
  config: unknown
  next?: string | Record<string, string>
}
export type WorkflowDraft = {
  name: string
  description: string | null
  enabled: false
  trigger: { type: 'EVENT'; event: string }
  entry: { reentry: 'once' | 'always' }
  steps: Step[]
}

export const templateAlias = (id: string): string => `plunk-${id.toLowerCase()}`

const LONGEST_NAME = 100

/** @throws NoEquivalent */
export function toDraft({
  name,
  description,
  triggerConfig,
  allowReentry,
  steps,
}: PlunkWorkflow): WorkflowDraft {
  const trigger = steps.find(({ type }) => type === 'TRIGGER')
  const event = triggerConfig?.eventName ?? textOf(trigger?.config?.['eventName'])
  if (event === undefined) throw new NoEquivalent('it is not started by an event')
  const ordered = reachable(steps, trigger)
  const ids = new Map(
    ordered.map(({ id, name: stepName }, index) => [
      id,
      `${keyOf(stepName).slice(0, 40) || 'step'}-${index + 1}`,
    ]),
  )
  return {
    name: name.slice(0, LONGEST_NAME).trim(),
    description: description ?? null,
    enabled: false,
    trigger: { type: 'EVENT', event },
    entry: { reentry: allowReentry === true ? 'always' : 'once' },
    steps: ordered.map((step) => toStep(step, ids)),
  }
}

/** The steps that the trigger leads to, the first one first. Others are never run, and would be refused here. */
function reachable(steps: readonly PlunkStep[], trigger: PlunkStep | undefined): PlunkStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const first = trigger ? onlyNext(trigger) : steps[0]?.id
  const found = new Map<string, PlunkStep>()
  const open = first === undefined ? [] : [first]
  // Iterating a list includes the items added during the iteration.
  for (const id of open) {
    const step = byId.get(id)
    if (!step || found.has(id)) continue
    found.set(id, step)
    open.push(...(step.outgoingTransitions ?? []).map(({ toStepId }) => toStepId))
  }
  return [...found.values()]
}

function onlyNext({ name, outgoingTransitions = [] }: PlunkStep): string | undefined {
  const targets = [...new Set(outgoingTransitions.map(({ toStepId }) => toStepId))]
  if (targets.length > 1) throw new NoEquivalent(`the step "${name}" leads to several steps at once`)
  return targets[0]
}

type StepIds = ReadonlyMap<string, string>

function toStep(step: PlunkStep, ids: StepIds): Step {
  const { id, name, type } = step
  const { config, branches } = partsOf(step)
  const shared = { id: ids.get(id) ?? id, type, name: name.slice(0, LONGEST_NAME), config }
  if (type === 'EXIT') return shared
  if (branches) {
    const next = branchTargets(step, { branches, ids })
    return Object.keys(next).length > 0 ? { ...shared, next } : shared
  }
  const next = ids.get(onlyNext(step) ?? '')
  return next === undefined ? shared : { ...shared, next }
}

/** The configuration of a step, and the branches of which each transition takes one. */
type StepParts = { config: unknown; branches?: (transition: Transition) => readonly string[] }

function partsOf({ type, name, config: given, templateId }: PlunkStep): StepParts {
  const config = given ?? {}
  switch (type) {
    case 'SEND_EMAIL':
      return { config: emailOf(name, { config, templateId }) }
    case 'DELAY':
      return { config: { amount: config['amount'], unit: config['unit'] } }
    case 'WAIT_FOR_EVENT':
      return waitOf(name, config)
    case 'CONDITION':
      return conditionOf(name, config)
    case 'UPDATE_CONTACT':
      return { config: updateOf(config) }
    case 'WEBHOOK':
      return { config: webhookOf(config) }
    case 'EXIT':
      return {
        config: typeof config['reason'] === 'string' ? { reason: config['reason'].slice(0, 200) } : {},
      }
    default:
      throw new NoEquivalent(`the step "${name}" is of the type ${type}`)
  }
}

type EmailParts = { config: Record<string, unknown>; templateId: string | null | undefined }

function emailOf(name: string, { config, templateId }: EmailParts) {
  const template = templateId ?? textOf(config['templateId'])
  if (template === undefined) throw new NoEquivalent(`the step "${name}" has no template`)
  const { type, customEmail } = Object(config['recipient']) as { type?: string; customEmail?: string }
  return { templateId: templateAlias(template), ...(type === 'CUSTOM' && customEmail && { to: customEmail }) }
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

function waitOf(name: string, config: Record<string, unknown>): StepParts {
  const seconds = config['timeout']
  // A wait has an end here.
  if (typeof seconds !== 'number') throw new NoEquivalent(`the step "${name}" waits without a time limit`)
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? ['minutes', 60]
  return {
    config: { event: config['eventName'], timeout: { amount: Math.ceil(seconds / size), unit } },
    branches: ({ waitOutcome, condition }) => {
      if (waitOutcome === 'EVENT' || condition?.branch === 'event') return ['event']
      return waitOutcome === 'TIMEOUT' || condition?.branch === 'timeout' ? ['timeout'] : ['event', 'timeout']
    },
  }
}

type PlunkCondition = { field?: unknown; operator?: unknown; value?: unknown }

function conditionOf(name: string, config: Record<string, unknown>): StepParts {
  const field = fieldOf(name, config['field'])
  if (config['mode'] !== 'multi') {
    return {
      config: { filters: filtersOf({ ...config, field }) },
      branches: ({ condition }) => [condition?.branch === 'no' ? 'no' : 'yes'],
    }
  }
  const given = Array.isArray(config['branches'])
    ? (config['branches'] as ({ id: string } & PlunkCondition)[])
    : []
  const names = new Map(given.map(({ id }, index) => [id, `branch-${index + 1}`]))
  const branches = given.map((one) => ({
    name: names.get(one.id) ?? one.id,
    filters: filtersOf({ ...one, field }),
  }))
  return {
    config: { branches },
    branches: ({ condition }) => [names.get(condition?.branch ?? '') ?? 'default'],
  }
}

const filtersOf = ({ field, operator, value }: PlunkCondition) => ({
  operator: 'AND',
  conditions: [{ field, operator, ...(operator === 'exists' || operator === 'notExists' ? {} : { value }) }],
})

/** Fields of the contact and of the event that started the workflow. */
function fieldOf(name: string, given: unknown): string {
  const field = String(given).replace(/^contact\./, '')
  if (/^(data\.|email$|subscribed$|createdAt$|updatedAt$)/.test(field)) return field
  const [, key] = /^event\.(?:data\.)?(.+)$/.exec(field) ?? []
  if (key !== undefined) return `event.data.${key}`
  throw new NoEquivalent(`the step "${name}" asks for ${field}`)
}

function updateOf(config: Record<string, unknown>) {
  const updates = Object(config['updates']) as Record<string, unknown>
  const action = config['subscriptionAction']
  return {
    ...(Object.keys(updates).length > 0 && { data: updates }),
    ...((action === 'subscribe' || action === 'unsubscribe') && { subscribed: action === 'subscribe' }),
  }
}

function webhookOf({ url, method, headers, body }: Record<string, unknown>) {
  return {
    url,
    ...(method !== undefined && { method }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined &&
      body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

type BranchRules = { branches: (transition: Transition) => readonly string[]; ids: StepIds }

function branchTargets(step: PlunkStep, { branches, ids }: BranchRules): Record<string, string> {
  const targets: Record<string, string> = {}
  for (const transition of step.outgoingTransitions ?? []) {
    const target = ids.get(transition.toStepId)
    if (target === undefined) continue
    for (const branch of branches(transition)) {
      if (targets[branch] !== undefined && targets[branch] !== target) {
        throw new NoEquivalent(`the step "${step.name}" leads to several steps at once`)
      }
      targets[branch] = target
    }
  }
  return targets
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
