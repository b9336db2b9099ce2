import { isTree } from './filters.schema.ts'
import type { FilterLeaf, FilterTree } from './filters.schema.ts'

type PlacedLeaf = { leaf: FilterLeaf; path: readonly (string | number)[] }

/** The conditions of a filter in their order, each with its path in the filter. */
export const placedLeaves = (tree: FilterTree): PlacedLeaf[] =>
  tree.conditions.flatMap((node, index): PlacedLeaf[] => {
    const at = ['conditions', index]
    if (!isTree(node)) return [{ leaf: node, path: at }]
    return placedLeaves(node).map(({ leaf, path }) => ({ leaf, path: [...at, ...path] }))
  })
