// The library, set up: no files, no prototypes, no evaluation of data, and a look at the clock before every step.
import { defaultOperators, Liquid } from 'liquidjs'
import type { Context, Operators } from 'liquidjs'
import type { Clock } from '../clock.ts'
import { checkNeedle, createFilters, fallBack } from './filters.ts'
import { CaptureNode, CycleNode, EchoNode } from './nodes.ts'
import { Markup } from './value-text.ts'

/** They reach for other files; a template is complete in itself. */
export const FILE_TAGS = ['include', 'render', 'layout', 'block']

type AnyOperator = (...args: unknown[]) => unknown

/** The context comes last, behind one or two operands. Markup is compared as the text it is. */
function watched(operator: AnyOperator): AnyOperator {
  return (...args) => {
    ;(args.at(-1) as Context).renderLimit.check(performance.now())
    return operator(...args.map((arg) => (arg instanceof Markup ? arg.text : arg)))
  }
}

const OPERATORS = {
  ...Object.fromEntries(
    Object.entries(defaultOperators).map(([name, operator]) => [name, watched(operator as AnyOperator)]),
  ),
  contains: watched((list, item, context) => {
    if (typeof list === 'string') checkNeedle(item)
    if (Array.isArray(list)) (context as Context).memoryLimit.use(list.length)
    return (defaultOperators['contains'] as AnyOperator)(list, item, context)
  }),
  '??': fallBack,
} as Operators

export function createEngine(clock: Clock): Liquid {
  const liquid = new Liquid({
    // Files come from this map and nowhere else; by default they would come from the working folder.
    templates: {},
    ownPropertyOnly: true,
    // Checked by our parser, which knows the place.
    strictFilters: false,
    operators: OPERATORS,
    // Where names are looked up last. Without this a missing variable called size is the size of nothing, 0.
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
