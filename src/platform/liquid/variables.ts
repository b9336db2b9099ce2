// Finds the variables that a template uses. The library's own analysis counts lines from the start for each: quadratic.
import { toValueSync, TypeGuards, Value } from 'liquidjs'
import type { PropertyAccessToken, Template, Token } from 'liquidjs'

/** Keys and indexes from the outside in. */
export type Path = readonly (string | number)[]

export type Variable = {
  path: Path
  /** Whether it is used somewhere without a fallback and outside of all conditions. */
  isRequired: boolean
}

/** Paths that are not local to the template, each once, sorted by their text. */
export function findVariables(parts: Template[][]): Map<string, Variable> {
  const found = new Map<string, Variable>()
  for (const templates of parts) {
    visitAll(templates, { assigned: new Set(), blocks: [], conditions: 0, found })
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type Scope = {
  /** Names from assign, capture and counters: local from there on, everywhere. */
  assigned: Set<string>
  /** Names from loops: local inside. */
  blocks: string[][]
  /** Number of enclosing conditions. */
  conditions: number
  found: Map<string, Variable>
}

function visitAll(templates: Template[], scope: Scope): void {
  for (const template of templates) visit(template, scope)
}

function visit(template: Template, scope: Scope): void {
  const isCondition = CONDITIONS.has((template as { name?: string }).name ?? '')
  if (isCondition) scope.conditions += 1
  for (const argument of template.arguments?.() ?? []) {
    const isRequired = scope.conditions === 0 && !hasFallback(argument)
    for (const path of pathsOf(argument)) addVariable({ path, isRequired }, scope)
  }
  for (const name of template.localScope?.() ?? []) scope.assigned.add(name.content)
  if (template.children) {
    scope.blocks.push([...(template.blockScope?.() ?? [])])
    visitAll(toValueSync(template.children(false, true)), scope)
    scope.blocks.pop()
  }
  if (isCondition) scope.conditions -= 1
}

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'unless', 'case'])

const hasFallback = (argument: unknown): boolean =>
  (argument instanceof Value || isFiltered(argument)) &&
  (argument.filters.some(({ name }) => name === 'default') ||
    argument.initial.postfix.some((token) => TypeGuards.isOperatorToken(token) && token.getText() === '??'))

function addVariable({ path, isRequired }: Variable, { assigned, blocks, found }: Scope): void {
  const [root] = path
  if (typeof root !== 'string' || assigned.has(root) || blocks.some((names) => names.includes(root))) return
  const name = writePath(path)
  found.set(name, { path, isRequired: isRequired || (found.get(name)?.isRequired ?? false) })
}

function* pathsOf(argument: unknown): Generator<Path> {
  if (argument instanceof Value || isFiltered(argument)) {
    for (const token of argument.initial.postfix) yield* pathsOf(token)
    for (const { args } of argument.filters) {
      for (const arg of args as unknown[]) yield* pathsOf(Array.isArray(arg) ? arg[1] : arg)
    }
  } else if (isToken(argument)) {
    if (TypeGuards.isRangeToken(argument)) {
      yield* pathsOf(argument.lhs)
      yield* pathsOf(argument.rhs)
    } else if (TypeGuards.isPropertyAccessToken(argument)) yield* pathsOfAccess(argument)
  }
}

const isToken = (value: unknown): value is Token =>
  typeof value === 'object' && value !== null && 'kind' in value

const isFiltered = (value: unknown): value is Pick<Value, 'initial' | 'filters'> =>
  isToken(value) && TypeGuards.isFilteredValueToken(value)

/** `a[b].c` uses `a` and `b`: the path after a computed key is unknown. */
function* pathsOfAccess({ variable, props }: PropertyAccessToken): Generator<Path> {
  if (variable !== undefined) yield* pathsOf(variable)
  else yield constantPathOf(props)
  for (const prop of props) yield* pathsOf(prop)
}

export function constantPathOf(props: readonly Token[]): Path {
  const path: (string | number)[] = []
  for (const prop of props) {
    const isConstant = TypeGuards.isWordToken(prop) || TypeGuards.isQuotedToken(prop)
    if (!isConstant && !TypeGuards.isNumberToken(prop)) break
    path.push(prop.content)
  }
  return path
}

function writePath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (/^[\p{L}\p{N}_?-]+$/u.test(key)) return index === 0 ? key : `.${key}`
      return `[${JSON.stringify(key)}]`
    })
    .join('')
}

/** The keys of a path as `findVariables` writes it: `items[0].title` has `items`, `0` and `title`. */
export function splitPath(written: string): string[] {
  const keys = written.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(-?\d+)\]|([^.[\]]+)/g)
  return Array.from(keys, ([, quoted, index, word]) =>
    quoted === undefined ? (index ?? word ?? '') : (JSON.parse(`"${quoted}"`) as string),
  )
}

/** Own properties only; `size`, `first` and `last` as in Liquid. Does the same as the library, which needs a context. */
export function readPath(variables: Record<string, unknown>, path: Path): unknown {
  const root = path[0] ?? ''
  let value: unknown = Object.hasOwn(variables, root) ? variables[root] : undefined
  for (let index = 1; index < path.length; index += 1) {
    if (value === undefined || value === null) return value
    value = readProperty(value, path[index] ?? '')
  }
  return value
}

function readProperty(of: {}, key: string | number): unknown {
  if (Array.isArray(of)) {
    if (key === 'first') return readElement(of, 0)
    if (key === 'last') return readElement(of, -1)
    if (typeof key === 'number') return readElement(of, key)
  }
  if (Object.hasOwn(of, key)) return (of as Record<string, unknown>)[key]
  return key === 'size' ? sizeOf(of) : undefined
}

function readElement(list: readonly unknown[], index: number): unknown {
  const at = index < 0 ? list.length + index : index
  return Object.hasOwn(list, at) ? list[at] : undefined
}

function sizeOf(of: {}): number | undefined {
  if (typeof of === 'string' || Array.isArray(of)) return of.length
  return typeof of === 'object' ? Object.keys(of).length : undefined
}
