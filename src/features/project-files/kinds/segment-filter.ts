// Filters in files name segments and templates, whose ids differ between installations.
import { isTree } from '../../filters/filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../../filters/filters.schema.ts'

type Leaf = Record<string, unknown>

/** The filter with every condition replaced. */
export const mapLeaves = (
  tree: FilterTree,
  change: (leaf: Leaf, path: string) => Leaf,
  path = 'filters',
): FilterTree => ({
  ...tree,
  conditions: tree.conditions.map((node, index) => {
    const at = `${path}.conditions.${index}`
    return isTree(node) ? mapLeaves(node, change, at) : (change(node as Leaf, at) as unknown as FilterLeaf)
  }),
})

/** By name, or for templates by the stem of the file. */
export type Names = { segments: ReadonlyMap<string, string>; templates: ReadonlyMap<string, string> }

const isSegmentLeaf = (leaf: Leaf): leaf is Leaf & { value: string } =>
  leaf['field'] === 'segment' && typeof leaf['value'] === 'string'

/** The filter as files have it. `names`: by id. @returns a text that says why files cannot express it */
export function toFileFilter(tree: FilterTree, names: Names): FilterTree | string {
  const problems: string[] = []
  const named = (id: string, { among, what }: { among: ReadonlyMap<string, string>; what: string }) => {
    const name = among.get(id.toLowerCase())
    if (name === undefined) problems.push(`Its filter refers to a ${what} that is not among the files.`)
    return name ?? id
  }
  const filter = mapLeaves(tree, (leaf) => {
    if (isSegmentLeaf(leaf)) {
      return { ...leaf, value: named(leaf.value, { among: names.segments, what: 'segment' }) }
    }
    const { templateId, ...others } = leaf
    for (const origin of ['campaign', 'workflow']) {
      if (typeof leaf[`${origin}Id`] === 'string') {
        problems.push(`Its filter refers to a ${origin}, which files cannot name.`)
      }
    }
    if (typeof templateId !== 'string') return leaf
    return { ...others, template: named(templateId, { among: names.templates, what: 'template' }) }
  })
  return problems[0] ?? filter
}

export type Reference = { kind: 'segment' | 'template'; name: string; field: string }

/** The records that a filter of a file refers to. */
export function referencesIn(tree: FilterTree): Reference[] {
  const found: Reference[] = []
  mapLeaves(tree, (leaf, path) => {
    if (isSegmentLeaf(leaf)) found.push({ kind: 'segment', name: leaf.value, field: `${path}.value` })
    if (typeof leaf['template'] === 'string') {
      found.push({ kind: 'template', name: leaf['template'], field: `${path}.template` })
    }
    return leaf
  })
  return found
}

const IDS = ['templateId', 'campaignId', 'workflowId']

/** The fields of conditions that have ids. */
export function idsIn(tree: FilterTree): string[] {
  const found: string[] = []
  mapLeaves(tree, (leaf, path) => {
    found.push(...IDS.filter((name) => name in leaf).map((name) => `${path}.${name}`))
    return leaf
  })
  return found
}

/** The filter as the API has it. `idOf` finds the record of a reference. */
export const toApiFilter = (
  tree: FilterTree,
  idOf: (reference: Omit<Reference, 'field'>) => string,
): FilterTree =>
  mapLeaves(tree, (leaf) => {
    if (isSegmentLeaf(leaf)) return { ...leaf, value: idOf({ kind: 'segment', name: leaf.value }) }
    const { template, ...others } = leaf
    if (typeof template !== 'string') return leaf
    return { ...others, templateId: idOf({ kind: 'template', name: template }) }
  })
