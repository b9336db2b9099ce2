// Checks that the steps of a workflow form a valid graph. Every problem has the path of the field to change. All traversals
// are loops over the at most 200 steps, without recursion and without enumerating paths, of which there can be very many.
import { isDateStep, isSureDelay } from './steps.schema.ts'
import type { DateStep, Step } from './steps.schema.ts'

export type GraphProblem = { path: (string | number)[]; message: string }

/** The names of a step's branches; undefined for a step without branches. */
export function branchesOf(step: Step): readonly string[] | undefined {
  switch (step.type) {
    case 'WAIT_FOR_EVENT':
      return ['event', 'timeout']
    case 'CONDITION':
      return step.config.branches
        ? [...step.config.branches.map(({ name }) => name), 'default']
        : ['yes', 'no']
    case 'SPLIT':
      return Object.keys(step.config.weights)
    case 'WEBHOOK':
      return ['success', 'failure']
    case 'DELAY':
      return isDateStep(step) && hasSkip(step) ? ['date', 'skip'] : undefined
    case 'SEND_EMAIL':
    case 'UPDATE_CONTACT':
    case 'ADD_TO_SEGMENT':
    case 'REMOVE_FROM_SEGMENT':
    case 'TRACK_EVENT':
    case 'EXIT':
      return undefined
  }
}

const hasSkip = ({ config: { ifPast, ifMissing } }: DateStep) => ifPast === 'skip' || ifMissing === 'skip'

/** Whether an execution has to wait at this step: it does not for a date that has passed. */
const isPause = (step: Step) => isSureDelay(step) || step.type === 'WAIT_FOR_EVENT'

type Target = { path: (string | number)[]; id: string }

/** The next steps, with the paths of their fields. */
function targetsOf({ next }: Pick<Step, 'next'>): Target[] {
  if (typeof next === 'string') return [{ path: ['next'], id: next }]
  return Object.entries(next ?? {}).flatMap(([name, id]) =>
    id === null ? [] : [{ path: ['next', name], id }],
  )
}

/** Whether an execution at the step `from` can come to the step `to`, another one, by following the steps. */
export function isAhead({ steps }: { steps: readonly Step[] }, from: string, to: string): boolean {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const reached = new Set([from])
  // Iterating a set includes the items added during the iteration.
  for (const id of reached) for (const { id: next } of targetsOf(byId.get(id) ?? {})) reached.add(next)
  return from !== to && reached.has(to)
}

export function findGraphProblems(steps: readonly Step[]): GraphProblem[] {
  const indexes = new Map<string, number>()
  const problems: GraphProblem[] = []
  steps.forEach((step, index) => {
    const taken = indexes.get(step.id)
    if (taken === undefined) indexes.set(step.id, index)
    else problems.push({ path: [index, 'id'], message: `is also the id of step ${taken + 1}` })
    problems.push(...nextProblems(step).map(({ path, message }) => ({ path: [index, ...path], message })))
  })
  const edges = steps.map((step, index) =>
    targetsOf(step).flatMap(({ path, id }) => {
      const target = indexes.get(id)
      if (target !== undefined) return [target]
      problems.push({ path: [index, ...path], message: `names no step: there is no "${id}"` })
      return []
    }),
  )
  // Reachability is undefined in a graph with these problems.
  if (problems.length > 0) return problems
  return [...findUnreachable(steps, edges), ...findEndlessLoops(steps, edges)]
}

/** Checks that `next` has the form that the step needs. */
function nextProblems(step: Step): GraphProblem[] {
  const { next } = step
  if ((next ?? undefined) === undefined) return []
  if (step.type === 'EXIT') return [{ path: ['next'], message: 'must be left out: an EXIT step is the end' }]
  const branches = branchesOf(step)
  if (!branches) {
    if (typeof next === 'string') return []
    return [{ path: ['next'], message: `must be the id of a step: a ${step.type} step has no branches` }]
  }
  // A WEBHOOK step with a single next step takes it on success; failure then fails the execution.
  if (typeof next === 'string') {
    if (step.type === 'WEBHOOK') return []
    return [{ path: ['next'], message: `must name the next step per branch: ${branches.join(', ')}` }]
  }
  const unknown = Object.keys(next ?? {}).filter((name) => !branches.includes(name))
  return unknown.map((name) => ({
    path: ['next', name],
    message: `is not a branch of this step. Its branches are: ${branches.join(', ')}`,
  }))
}

type Edges = readonly (readonly number[])[]

function findUnreachable(steps: readonly Step[], edges: Edges): GraphProblem[] {
  const reached = new Set(steps.length > 0 ? [0] : [])
  // Iterating a set includes the items added during the iteration.
  for (const index of reached) for (const target of edges[index] ?? []) reached.add(target)
  return steps.flatMap((_, index) =>
    reached.has(index) ? [] : [{ path: [index], message: 'cannot be reached from the first step' }],
  )
}

/**
 * Loops without a wait. Steps outside of such loops are removed, from the ends inwards, until only loops are left (Kahn's
 * algorithm); each loop is reported once.
 */
function findEndlessLoops(steps: readonly Step[], edges: Edges): GraphProblem[] {
  const inside = new Set(steps.flatMap((step, index) => (isPause(step) ? [] : [index])))
  const leadsOn = (index: number) => (edges[index] ?? []).some((target) => inside.has(target))
  let isChanging = true
  while (isChanging) {
    const ends = [...inside].filter((index) => !leadsOn(index))
    for (const index of ends) inside.delete(index)
    isChanging = ends.length > 0
  }
  const problems: GraphProblem[] = []
  while (inside.size > 0) {
    const loop = walkLoop([...inside][0] ?? 0, { inside, edges })
    // A step that only leads to a reported loop is not reported again.
    for (const index of reachableBackwards(loop, { inside, edges })) inside.delete(index)
    const first = Math.min(...loop)
    const at = loop.indexOf(first)
    const names = [...loop.slice(at), ...loop.slice(0, at), first].map((index) => steps[index]?.id)
    problems.push({
      path: [first, 'next'],
      message: `leads into an endless loop without a delay: ${names.join(' → ')}`,
    })
  }
  return problems
}

type Part = { inside: ReadonlySet<number>; edges: Edges }

/** Follows edges until it reaches a step for the second time; the steps between are a loop. */
function walkLoop(start: number, { inside, edges }: Part): number[] {
  const passed: number[] = []
  let index = start
  while (!passed.includes(index)) {
    passed.push(index)
    index = edges[index]?.find((target) => inside.has(target)) ?? index
  }
  return passed.slice(passed.indexOf(index))
}

/** These steps and all that lead to them. */
function reachableBackwards(loop: readonly number[], { inside, edges }: Part): Set<number> {
  const found = new Set(loop)
  for (const target of found) {
    for (const index of inside) if (edges[index]?.includes(target)) found.add(index)
  }
  return found
}
