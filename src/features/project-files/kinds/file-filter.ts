// Filters in files name segments, templates and workflows, whose ids differ between installations.
import { isTree } from '../../filters/filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../../filters/filters.schema.ts'
import type { Names, Reference } from '../file-kind.ts'

type Leaf = Record<string, unknown>

/** The filter with every condition replaced. */
const mapLeaves = (
  tree: FilterTree,
  change: (leaf: Leaf, path: string) => Leaf,
  path: string,
): FilterTree => ({
  ...tree,
  conditions: tree.conditions.map((node, index) => {
    const at = `${path}.conditions.${index}`
    return isTree(node) ? mapLeaves(node, change, at) : (change(node as Leaf, at) as unknown as FilterLeaf)
  }),
})

const isSegmentLeaf = (leaf: Leaf): leaf is Leaf & { value: string } =>
  leaf['field'] === 'segment' && typeof leaf['value'] === 'string'

/** The fields of conditions that have ids, and the records that they name. Files have the field without `Id`. */
const ORIGINS = { templateId: 'template', workflowId: 'workflow' } as const
type Origin = (typeof ORIGINS)[keyof typeof ORIGINS]

/** The object with a field renamed and its value replaced, at the same place. */
export const withField = (
  object: Leaf,
  { from, to, change }: { from: string; to: string; change: (value: string) => string },
): Leaf =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) =>
      name === from && typeof value === 'string' ? [to, change(value)] : [name, value],
    ),
  )

/** Says why files cannot express a reference. */
export const notAmongFiles = (kind: string): string =>
  `It refers to a ${kind} that is not among the files, or was deleted.`

/** The filter as files have it. @returns a text that says why files cannot express it */
export function toFileFilter(tree: FilterTree, names: Names): FilterTree | string {
  const problems: string[] = []
  const named = (kind: 'segment' | Origin) => (id: string) => {
    const name = names[kind].get(id.toLowerCase())
    if (name === undefined) problems.push(notAmongFiles(kind))
    return name ?? id
  }
  const filter = mapLeaves(
    tree,
    (leaf) => {
      if (isSegmentLeaf(leaf)) return { ...leaf, value: named('segment')(leaf.value) }
      if (typeof leaf['campaignId'] === 'string') {
        problems.push('Its filter refers to a campaign, which files cannot name.')
      }
      return Object.entries(ORIGINS).reduce<Leaf>(
        (changed, [from, to]) => withField(changed, { from, to, change: named(to) }),
        leaf,
      )
    },
    '',
  )
  return problems[0] ?? filter
}

/** The records that a filter of a file refers to. `path`: of the filter. */
export function referencesIn(tree: FilterTree, path: string): Reference[] {
  const found: Reference[] = []
  mapLeaves(
    tree,
    (leaf, at) => {
      if (isSegmentLeaf(leaf)) found.push({ kind: 'segment', name: leaf.value, field: `${at}.value` })
      for (const kind of Object.values(ORIGINS)) {
        const name = leaf[kind]
        if (typeof name === 'string') found.push({ kind, name, field: `${at}.${kind}` })
      }
      return leaf
    },
    path,
  )
  return found
}

const IDS = [...Object.keys(ORIGINS), 'campaignId']

/** The fields of conditions that have ids. */
export function idsIn(tree: FilterTree, path: string): string[] {
  const found: string[] = []
  mapLeaves(
    tree,
    (leaf, at) => {
      found.push(...IDS.filter((name) => name in leaf).map((name) => `${at}.${name}`))
      return leaf
    },
    path,
  )
  return found
}

/** Finds the id of the record that a file names. */
export type IdOf = (reference: Omit<Reference, 'field'>) => string

/** The filter as the API has it. */
export const toApiFilter = (tree: FilterTree, idOf: IdOf): FilterTree =>
  mapLeaves(
    tree,
    (leaf) =>
      isSegmentLeaf(leaf)
        ? { ...leaf, value: idOf({ kind: 'segment', name: leaf.value }) }
        : Object.entries(ORIGINS).reduce<Leaf>(
            (changed, [to, kind]) =>
              withField(changed, { from: kind, to, change: (name) => idOf({ kind, name }) }),
            leaf,
          ),
    '',
  )

const DEEPEST = 10

/** Whether the conditions can be walked through; the schema says what is wrong otherwise. */
export function hasTreeForm(node: unknown, depth = 0): node is FilterTree {
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return false
  const { conditions } = node as { conditions?: unknown }
  if (!Array.isArray(conditions)) return false
  return conditions.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      !Array.isArray(one) &&
      (!('conditions' in one) || hasTreeForm(one, depth + 1)),
  )
}
