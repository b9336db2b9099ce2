// A definition of the API has ids; files have names. Both directions go through the same places.
import { isObject } from '../../../filters/language/event-data.schema.ts'
import type { FilterTree } from '../../../filters/filters.schema.ts'
import type { Names, Reference } from '../../file-kind.ts'
import {
  hasTreeForm,
  idsIn,
  notAmongFiles,
  referencesIn,
  toApiFilter,
  toFileFilter,
  withField,
} from '../file-filter.ts'
import type { IdOf } from '../file-filter.ts'

type Fields = Record<string, unknown>

/** The parts of a definition that refer to records. Those of a file can have any form. */
export type DefinitionParts = { trigger?: unknown; steps?: unknown; entry?: unknown; exit?: unknown }

type Change = {
  /** Changes a trigger or the settings of a step. `path`: their place in the definition. */
  fields(given: Fields, path: string): Fields
  filter(tree: FilterTree, path: string): FilterTree
}

/** The definition with its references changed; parts that have another form stay as they are. */
function mapParts<Parts extends DefinitionParts>(parts: Parts, change: Change): Parts {
  const withFilters = (given: unknown, path: string): unknown =>
    isObject(given) && hasTreeForm(given['filters'])
      ? { ...given, filters: change.filter(given['filters'], `${path}.filters`) }
      : given
  const changedConfig = (config: unknown, path: string): unknown => {
    if (!isObject(config)) return config
    const changed = withFilters(change.fields(config, path), path) as Fields
    const { branches } = changed
    if (!Array.isArray(branches)) return changed
    return {
      ...changed,
      branches: branches.map((branch, index) => withFilters(branch, `${path}.branches.${index}`)),
    }
  }
  const { trigger, steps, entry, exit } = parts
  return {
    ...parts,
    ...(isObject(trigger) && { trigger: change.fields(trigger, 'trigger') }),
    ...(Array.isArray(steps) && {
      steps: steps.map((step: unknown, index) =>
        isObject(step) && 'config' in step
          ? { ...step, config: changedConfig(step['config'], `steps.${index}.config`) }
          : step,
      ),
    }),
    ...(isObject(entry) && { entry: withFilters(entry, 'entry') }),
    ...(isObject(exit) && { exit: withFilters(exit, 'exit') }),
  }
}

const RECORDS = { templateId: 'template', segmentId: 'segment' } as const
const PAIRS = Object.entries(RECORDS)

/** With names in place of ids. @returns a text that says why files cannot express it */
export function withNames<Parts extends DefinitionParts>(parts: Parts, names: Names): Parts | string {
  const problems: string[] = []
  // A step may name a template by its alias.
  const aliases = new Set(names.template.values())
  const named = (kind: 'template' | 'segment') => (id: string) => {
    const name =
      names[kind].get(id.toLowerCase()) ?? (kind === 'template' && aliases.has(id) ? id : undefined)
    if (name === undefined) problems.push(notAmongFiles(kind))
    return name ?? id
  }
  const changed = mapParts(parts, {
    fields: (given) =>
      PAIRS.reduce<Fields>((fields, [from, to]) => withField(fields, { from, to, change: named(to) }), given),
    filter(tree) {
      const filter = toFileFilter(tree, names)
      if (typeof filter !== 'string') return filter
      problems.push(filter)
      return tree
    },
  })
  return problems[0] ?? changed
}

/** With ids in place of names. */
export const withIds = <Parts extends DefinitionParts>(parts: Parts, idOf: IdOf): Parts =>
  mapParts(parts, {
    fields: (given) =>
      PAIRS.reduce<Fields>(
        (fields, [to, kind]) => withField(fields, { from: kind, to, change: (name) => idOf({ kind, name }) }),
        given,
      ),
    filter: (tree) => toApiFilter(tree, idOf),
  })

/** The records that the definition of a file names. */
export function definitionReferences(parts: DefinitionParts): Reference[] {
  const found: Reference[] = []
  mapParts(parts, {
    fields(given, path) {
      for (const [, kind] of PAIRS) {
        const name = given[kind]
        if (typeof name === 'string') found.push({ kind, name, field: `${path}.${kind}` })
      }
      return given
    },
    filter(tree, path) {
      found.push(...referencesIn(tree, path))
      return tree
    },
  })
  return found
}

/** The fields of a definition that have ids. */
export function definitionIds(parts: DefinitionParts): string[] {
  const found: string[] = []
  mapParts(parts, {
    fields(given, path) {
      found.push(...PAIRS.flatMap(([id]) => (id in given ? [`${path}.${id}`] : [])))
      return given
    },
    filter(tree, path) {
      found.push(...idsIn(tree, path))
      return tree
    },
  })
  return found
}

/** A field of the API, as files call it. */
export const fileFieldOf = (field: string): string => field.replace(/\b(template|segment|workflow)Id$/, '$1')
