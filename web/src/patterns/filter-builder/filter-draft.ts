// A filter while it is built. It has the form of the API, but may be unfinished: a condition without a field or a value, a group
// without conditions. People see groups of four kinds; "none of" and "not all of" are a NOT around an OR and an AND.
import type { z } from 'zod'
import { DEEPEST_TREE, FilterTree, MOST_LEAVES } from '../../../../src/features/filters/filters.schema.ts'
import type { Duration } from '../../../../src/features/filters/filter-dates.schema.ts'
import { WITH_OUR_MESSAGES } from '../../../../src/platform/schemas/validation-messages.schema.ts'

export type LeafDraft = {
  field: string
  operator: string
  value?: unknown
  within?: Duration | null | undefined
  count?: { atLeast?: number | null | undefined; atMost?: number | null | undefined } | null | undefined
  where?: LeafDraft[] | null | undefined
  campaignId?: string | null | undefined
}
export type FilterDraft = { operator: 'AND' | 'OR' | 'NOT'; conditions: NodeDraft[] }
export type NodeDraft = FilterDraft | LeafDraft

/** Where something stands in a filter: `['conditions', 0, 'value']`. */
export type Path = readonly (string | number)[]

export type FilterProblem = {
  path: Path
  message: string
  /** Nothing was given yet: no reason to complain while somebody is still at it. */
  isMissing: boolean
}

export const EMPTY_FILTER: FilterDraft = { operator: 'AND', conditions: [] }
export const NEW_CONDITION: LeafDraft = { field: '', operator: '' }

export const isGroup = (node: NodeDraft): node is FilterDraft => 'conditions' in node

export const GROUP_KINDS = ['all', 'any', 'none', 'notAll'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]
export type Group = { kind: GroupKind; items: readonly NodeDraft[] }

/** How a group is shown, and where its items stand in the tree. */
export function readGroup(tree: FilterDraft): Group & { pathOf: (index: number) => Path } {
  const [inner] = tree.conditions
  if (tree.operator !== 'NOT') {
    const kind = tree.operator === 'AND' ? 'all' : 'any'
    return { kind, items: tree.conditions, pathOf: (index) => ['conditions', index] }
  }
  if (tree.conditions.length === 1 && inner && isGroup(inner) && inner.operator !== 'NOT') {
    const kind = inner.operator === 'AND' ? 'notAll' : 'none'
    return { kind, items: inner.conditions, pathOf: (index) => ['conditions', 0, 'conditions', index] }
  }
  return { kind: 'none', items: tree.conditions, pathOf: (index) => ['conditions', index] }
}

export function writeGroup({ kind, items }: Group): FilterDraft {
  const conditions = [...items]
  const [only] = conditions
  switch (kind) {
    case 'all':
      return { operator: 'AND', conditions }
    case 'any':
      return { operator: 'OR', conditions }
    case 'notAll':
      return { operator: 'NOT', conditions: [{ operator: 'AND', conditions }] }
    case 'none':
      // One level less, which counts: a filter may have five.
      if (only && conditions.length === 1 && !isGroup(only)) return { operator: 'NOT', conditions }
      return { operator: 'NOT', conditions: [{ operator: 'OR', conditions }] }
  }
}

type GroupChange =
  | { kind: GroupKind }
  | { add: NodeDraft }
  | { at: number; put: NodeDraft }
  | { remove: number }

/** The group after one change by its author. */
export function changeGroup(tree: FilterDraft, change: GroupChange): FilterDraft {
  const { kind, items } = readGroup(tree)
  if ('kind' in change) return writeGroup({ kind: change.kind, items })
  if ('add' in change) return writeGroup({ kind, items: [...items, change.add] })
  if ('remove' in change) {
    return writeGroup({ kind, items: items.filter((_, place) => place !== change.remove) })
  }
  return writeGroup({ kind, items: items.map((one, place) => (place === change.at ? change.put : one)) })
}

/** A group to put into one of this kind: the other way of joining conditions, or it would change nothing. */
export const newGroupIn = (kind: GroupKind): FilterDraft => ({
  ...EMPTY_FILTER,
  operator: kind === 'all' ? 'OR' : 'AND',
})

/** How many levels of groups fit to this path, which ends with the conditions of a group. */
export const levelsBelow = (path: Path): number =>
  DEEPEST_TREE - path.filter((step) => step === 'conditions').length

export function countConditions(node: NodeDraft): number {
  if (!isGroup(node)) return 1 + (node.where?.length ?? 0)
  return node.conditions.reduce((sum, inner) => sum + countConditions(inner), 0)
}

const countNodes = (node: NodeDraft): number =>
  isGroup(node) ? node.conditions.reduce((sum, inner) => sum + countNodes(inner), 1) : countConditions(node)

/** Whether a change added or removed conditions or groups, which is undone by itself, unlike a letter of a word. */
export const isRebuilt = (before: FilterDraft, after: FilterDraft): boolean =>
  countNodes(before) !== countNodes(after)

export const isFull = (tree: FilterDraft): boolean => countConditions(tree) >= MOST_LEAVES

export type Checked =
  | { isReady: true; tree: FilterTree; problems: [] }
  | { isReady: false; problems: FilterProblem[] }

/** By the schema of the API, so that nothing is sent that it refuses by its form alone. Workflows have a schema of their own. */
export function checkFilter(draft: FilterDraft, schema: z.ZodType<FilterTree> = FilterTree): Checked {
  const { success, data, error } = schema.safeParse(draft, WITH_OUR_MESSAGES)
  const unnamed = [...unnamedCampaigns(draft)]
  if (success && unnamed.length === 0) return { isReady: true, tree: data, problems: [] }
  const wrong = error?.issues.map((issue) => problemOf(draft, issue)) ?? []
  return { isReady: false, problems: [...wrong, ...unnamed] }
}

/** An empty id has the right form, and only the server would miss the campaign. */
function* unnamedCampaigns(node: NodeDraft, path: Path = []): Generator<FilterProblem> {
  if (isGroup(node)) {
    for (const [index, inner] of node.conditions.entries()) {
      yield* unnamedCampaigns(inner, [...path, 'conditions', index])
    }
  } else if (node.campaignId === '') {
    yield { path: [...path, 'campaignId'], message: '', isMissing: true }
  }
}

function problemOf(draft: FilterDraft, issue: z.core.$ZodIssue): FilterProblem {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const given = path.reduce<unknown>(
    (from, step) => (from as Record<string, unknown> | undefined)?.[step],
    draft,
  )
  const isMissing =
    given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0)
  return { path, message: issue.message, isMissing }
}

const isWithin = (outer: Path, path: Path) => outer.every((step, index) => path[index] === step)

/** Of the problems of a filter, those at a place in it, with the rest of their path. */
export const problemsAt = (problems: readonly FilterProblem[], place: Path): FilterProblem[] =>
  problems
    .filter(({ path }) => isWithin(place, path))
    .map((problem) => ({ ...problem, path: problem.path.slice(place.length) }))

/** While a filter is being built nobody is told what is still missing; who tries to save it is. */
export const shownProblems = (problems: readonly FilterProblem[], isSaving: boolean): FilterProblem[] =>
  problems.filter(({ isMissing }) => isSaving || !isMissing)
