// A filter while it is edited. It has the structure of the API, but may lack fields, values or conditions. The editor shows four
// kinds of groups; "none of" and "not all of" are a NOT around an OR and an AND.
import type { z } from 'zod'
import { DEEPEST_TREE, FilterTree, MOST_LEAVES } from '../../../../src/features/filters/filters.schema.ts'
import { EMAIL_ORIGIN_FIELDS } from '../../../../src/features/filters/language/email-origins.values.ts'
import type { EmailOriginField } from '../../../../src/features/filters/language/email-origins.values.ts'
import type { Duration } from '../../../../src/features/filters/filter-dates.schema.ts'
import { WITH_OUR_MESSAGES } from '../../../../src/platform/schemas/validation-messages.schema.ts'

export type LeafDraft = { [Origin in EmailOriginField]?: string | null | undefined } & {
  field: string
  operator: string
  value?: unknown
  within?: Duration | null | undefined
  count?: { atLeast?: number | null | undefined; atMost?: number | null | undefined } | null | undefined
  where?: LeafDraft[] | null | undefined
  link?: { equals?: string | null | undefined; contains?: string | null | undefined } | null | undefined
}
export type FilterDraft = { operator: 'AND' | 'OR' | 'NOT'; conditions: NodeDraft[] }
export type NodeDraft = FilterDraft | LeafDraft

/** A position in a filter: `['conditions', 0, 'value']`. */
export type Path = readonly (string | number)[]

export type FilterProblem = {
  path: Path
  message: string
  /** Not filled in yet, which is not shown before the user saves. */
  isMissing: boolean
}

export const EMPTY_FILTER: FilterDraft = { operator: 'AND', conditions: [] }
export const NEW_CONDITION: LeafDraft = { field: '', operator: '' }

export const isGroup = (node: NodeDraft): node is FilterDraft => 'conditions' in node

export const GROUP_KINDS = ['all', 'any', 'none', 'notAll'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]
export type Group = { kind: GroupKind; items: readonly NodeDraft[] }

/** How the editor shows a group, and the paths of its items. */
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
      // Saves one of the five levels that a filter may have.
      if (only && conditions.length === 1 && !isGroup(only)) return { operator: 'NOT', conditions }
      return { operator: 'NOT', conditions: [{ operator: 'OR', conditions }] }
  }
}

type GroupChange =
  | { kind: GroupKind }
  | { add: NodeDraft }
  | { at: number; put: NodeDraft }
  | { remove: number }

export function changeGroup(tree: FilterDraft, change: GroupChange): FilterDraft {
  const { kind, items } = readGroup(tree)
  if ('kind' in change) return writeGroup({ kind: change.kind, items })
  if ('add' in change) return writeGroup({ kind, items: [...items, change.add] })
  if ('remove' in change) {
    return writeGroup({ kind, items: items.filter((_, place) => place !== change.remove) })
  }
  return writeGroup({ kind, items: items.map((one, place) => (place === change.at ? change.put : one)) })
}

/** A nested group with the other operator; with the same operator it would have no effect. */
export const newGroupIn = (kind: GroupKind): FilterDraft => ({
  ...EMPTY_FILTER,
  operator: kind === 'all' ? 'OR' : 'AND',
})

/** How many levels of groups the API allows below this path, which ends with the conditions of a group. */
export const levelsBelow = (path: Path): number =>
  DEEPEST_TREE - path.filter((step) => step === 'conditions').length

export function countConditions(node: NodeDraft): number {
  if (!isGroup(node)) return 1 + (node.where?.length ?? 0)
  return node.conditions.reduce((sum, inner) => sum + countConditions(inner), 0)
}

const countNodes = (node: NodeDraft): number =>
  isGroup(node) ? node.conditions.reduce((sum, inner) => sum + countNodes(inner), 1) : countConditions(node)

/** Whether conditions or groups were added or removed. Such a change is an undo step of its own. */
export const changesStructure = (before: FilterDraft, after: FilterDraft): boolean =>
  countNodes(before) !== countNodes(after)

export const isFull = (tree: FilterDraft): boolean => countConditions(tree) >= MOST_LEAVES

type FilterCheck =
  | { isReady: true; tree: FilterTree; problems: [] }
  | { isReady: false; problems: FilterProblem[] }

/** Validates by the schema of the API; workflows have a schema of their own. */
export function checkFilter(draft: FilterDraft, schema: z.ZodType<FilterTree> = FilterTree): FilterCheck {
  const { success, data, error } = schema.safeParse(draft, WITH_OUR_MESSAGES)
  const missing = [...missingOrigins(draft)]
  if (success && missing.length === 0) return { isReady: true, tree: data, problems: [] }
  const invalid = error?.issues.map((issue) => problemOf(draft, issue)) ?? []
  return { isReady: false, problems: [...invalid, ...missing] }
}

/** The schema accepts an empty id of a campaign, template or workflow. */
function* missingOrigins(node: NodeDraft, path: Path = []): Generator<FilterProblem> {
  if (isGroup(node)) {
    for (const [index, inner] of node.conditions.entries()) {
      yield* missingOrigins(inner, [...path, 'conditions', index])
    }
    return
  }
  for (const origin of EMAIL_ORIGIN_FIELDS) {
    if (node[origin] === '') yield { path: [...path, origin], message: '', isMissing: true }
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

/** The problems at a path, with paths relative to it. */
export const problemsAt = (problems: readonly FilterProblem[], place: Path): FilterProblem[] =>
  problems
    .filter(({ path }) => isWithin(place, path))
    .map((problem) => ({ ...problem, path: problem.path.slice(place.length) }))

/** Missing values are shown only after an attempt to save. */
export const shownProblems = (problems: readonly FilterProblem[], isSaving: boolean): FilterProblem[] =>
  problems.filter(({ isMissing }) => isSaving || !isMissing)
