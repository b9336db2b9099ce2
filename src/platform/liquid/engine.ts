// Configures the library: no files, no prototypes, no evaluation of data, and a time check before every operator and filter.
import { defaultOperators, Liquid } from 'liquidjs'
import type { Context, Operators } from 'liquidjs'
import type { Clock } from '../clock.ts'
import { checkNeedle, createFilters, fallBack } from './filters.ts'
import { CaptureNode, CycleNode, EchoNode } from './nodes.ts'
import { Markup } from './value-text.ts'

/** Tags that read other files, which templates cannot. */
export const FILE_TAGS = ['include', 'render', 'layout', 'block']

type AnyOperator = (...args: unknown[]) => unknown

/** The context is the last argument, after one or two operands. Markup is compared as text. */
function withTimeCheck(operator: AnyOperator): AnyOperator {
  return (...args) => {
    ;(args.at(-1) as Context).renderLimit.check(performance.now())
    return operator(...args.map((arg) => (arg instanceof Markup ? arg.text : arg)))
  }
}

const OPERATORS = {
  ...Object.fromEntries(
    Object.entries(defaultOperators).map(([name, operator]) => [
      name,
      withTimeCheck(operator as AnyOperator),
    ]),
  ),
  contains: withTimeCheck((list, item, context) => {
    if (typeof list === 'string') checkNeedle(item)
    if (Array.isArray(list)) (context as Context).memoryLimit.use(list.length)
    return (defaultOperators['contains'] as AnyOperator)(list, item, context)
  }),
  '??': fallBack,
} as Operators

export function createEngine(clock: Clock): Liquid {
  const liquid = new Liquid({
    // The only source of files; by default the library reads the working folder.
    templates: {},
    ownPropertyOnly: true,
    // Our parser checks filters, with their position.
    strictFilters: false,
    operators: OPERATORS,
    // Names are looked up here last. Without this, a missing variable called size is the size of nothing, 0.
    globals: { size: null },
  })
  for (const name of FILE_TAGS) delete liquid.tags[name]
  liquid.registerTag('echo', EchoNode)
  liquid.registerTag('cycle', CycleNode)
  liquid.registerTag('capture', CaptureNode)
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name)
  for (const [name, handler] of Object.entries(createFilters(clock))) liquid.registerFilter(name, handler)
  return liquid
}
