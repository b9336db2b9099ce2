// Evaluates simple outputs without the library: a variable or a constant, fallbacks of these, and filters that depend only on
// their arguments.
import { TypeGuards } from 'liquidjs'
import type { Token, Value } from 'liquidjs'
import { fallBack, PLAIN_FILTERS } from './filters.ts'
import { constantPathOf, readPath } from './variables.ts'

export type Variables = Record<string, unknown>
export type ValueReader = (variables: Variables) => unknown

/** Undefined if the output needs the library. */
export function toReader({ initial, filters }: Value): ValueReader | undefined {
  const first = toFallbackReader(initial.postfix)
  const steps = filters.map(({ name, args }) => toStep(name, args))
  if (!first || !isComplete(steps)) return undefined
  if (steps.length === 0) return first
  return (variables) => steps.reduce((value, step) => step(value), first(variables))
}

const isComplete = <Item>(items: (Item | undefined)[]): items is Item[] => !items.includes(undefined)

/** `a ?? b ?? "c"`. All operators are the same, so their order in postfix does not matter. */
function toFallbackReader(postfix: readonly Token[]): ValueReader | undefined {
  const operands = postfix.filter((token) => !isFallback(token)).toSorted((a, b) => a.begin - b.begin)
  const readers = operands.map(toOperand)
  if (!isComplete(readers)) return undefined
  const [first, ...others] = readers
  if (!first || others.length === 0) return first
  return (variables) => others.reduce((value, read) => fallBack(value, read(variables)), first(variables))
}

const isFallback = (token: Token): boolean => TypeGuards.isOperatorToken(token) && token.getText() === '??'

/** Undefined for other operators too, which need the library. */
function toOperand(token: Token): ValueReader | undefined {
  const constant = toConstant(token)
  if (constant) return () => constant.value
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable !== undefined) return undefined
  const path = constantPathOf(token.props)
  if (path.length < token.props.length || typeof path[0] !== 'string') return undefined
  return (variables) => readPath(variables, path)
}

function toConstant(token: unknown): { value: unknown } | undefined {
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) return { value: token.content }
  // nil, empty and blank are objects of the library.
  if (!TypeGuards.isLiteralToken(token) || typeof token.content !== 'boolean') return undefined
  return { value: token.content }
}

function toStep(name: string, args: readonly unknown[]): ((value: unknown) => unknown) | undefined {
  const filter = PLAIN_FILTERS[name]
  const constants = args.map((arg) => (Array.isArray(arg) ? toPair(arg) : toConstant(arg)))
  if (!filter || !isComplete(constants)) return undefined
  const values = constants.map(({ value }) => value)
  return (value) => filter(value, ...values)
}

/** `allow_false: true` */
function toPair([key, token]: unknown[]): { value: unknown } | undefined {
  const constant = toConstant(token)
  return constant && { value: [key, constant.value] }
}
