// Values and conditions of the Go templates of listmonk, in Liquid.
import { compare, isFilled, negate } from './condition.ts'
import type { Condition, Operator } from './condition.ts'
import type { GoExpression } from './go-expression.ts'
import { pathText, quoted, Untranslatable } from './translation.ts'

/** The meaning of the dot and of variables at one place. */
export type GoScope = {
  /** Undefined: the data of the template. */
  dot: string | undefined
  variables: ReadonlyMap<string, string>
}

/** Fields of a subscriber; others are not known here. */
const SUBSCRIBER: Record<string, string> = {
  Email: 'email',
  Name: 'name',
  FirstName: 'firstName',
  LastName: 'lastName',
}

const LINKS: Record<string, string> = {
  UnsubscribeURL: 'unsubscribeUrl',
  ManageURL: 'manageUrl',
  MessageURL: 'browserUrl',
}

/** Functions with the value as the last argument, and their filters. */
const FILTERS: Record<string, string> = {
  upper: 'upcase',
  lower: 'downcase',
  trim: 'strip',
  trimAll: 'strip',
  len: 'size',
  urlquery: 'url_encode',
  urlqueryesc: 'url_encode',
  first: 'first',
  last: 'last',
  abs: 'abs',
  ceil: 'ceil',
  floor: 'floor',
}

/** Functions that leave the value as it is: what is printed is escaped by itself. */
const PASSED = new Set(['html', 'print', 'toString', 'escapeHTML'])

/** @throws Untranslatable */
export function goValue(expression: GoExpression, scope: GoScope): string {
  switch (expression.kind) {
    case 'text':
      return quoted(expression.text)
    case 'number':
    case 'constant':
      return expression.text
    case 'path':
      return pathValue(expression, scope)
    case 'call':
      return callValue(expression, scope)
  }
}

type Path = Extract<GoExpression, { kind: 'path' }>
type FunctionCall = Extract<GoExpression, { kind: 'call' }>

function pathValue({ root, parts }: Path, { dot, variables }: GoScope): string {
  if (root !== '' && root !== '$') {
    const variable = variables.get(root)
    if (variable === undefined) throw new Untranslatable(`the variable ${root} is not known`)
    return below(variable, parts)
  }
  if (root === '' && dot !== undefined) return below(dot, parts)
  const [first, second, ...rest] = parts
  if (first === 'Subscriber' && second === 'Attribs' && rest.length > 0) return pathText(rest)
  const field = second === undefined ? undefined : SUBSCRIBER[second]
  if (first === 'Subscriber' && field !== undefined && rest.length === 0) return field
  if (first === 'Tx' && second === 'Data' && rest.length > 0) return pathText(rest)
  throw new Untranslatable(`.${parts.join('.')} has no equivalent`)
}

function below(base: string, parts: readonly string[]): string {
  if (parts.length > 0 && /[ |]/.test(base)) throw new Untranslatable('a field of a computed value')
  return [base, ...parts].join('.')
}

function callValue({ name, args }: FunctionCall, scope: GoScope): string {
  const link = LINKS[name]
  if (link !== undefined) return link
  const value = args.at(-1)
  if (!value) throw new Untranslatable(`${name} has no equivalent`)
  const filter = FILTERS[name]
  if (filter !== undefined && args.length === 1) return `${goValue(value, scope)} | ${filter}`
  if (PASSED.has(name) && args.length === 1) return goValue(value, scope)
  if (name === 'safeHTML' || name === 'SafeHTML') return `${goValue(value, scope)} | raw`
  if (name === 'default' && args.length === 2) {
    return `${goValue(value, scope)} | default: ${simpleValue(args[0], scope)}`
  }
  if (name === 'join' && args.length === 2) {
    return `${goValue(value, scope)} | join: ${simpleValue(args[0], scope)}`
  }
  if (name === 'replace' && args.length === 3) {
    return `${goValue(value, scope)} | replace: ${simpleValue(args[0], scope)}, ${simpleValue(args[1], scope)}`
  }
  if (name === 'index' && args.length > 1) return indexValue(args, scope)
  throw new Untranslatable(`the function ${name} has no equivalent`)
}

/** `index .Subscriber.Attribs "first name"`. */
function indexValue([list, ...keys]: GoExpression[], scope: GoScope): string {
  const isOfData =
    list?.kind === 'path' &&
    (list.root === '$' || (list.root === '' && scope.dot === undefined)) &&
    ['Subscriber.Attribs', 'Tx.Data'].includes(list.parts.join('.'))
  const parts = keys.map((key) => {
    if (key.kind === 'text') return key.text
    if (key.kind === 'number') return Number(key.text)
    throw new Untranslatable('an index that is computed')
  })
  if (isOfData) return pathText(parts)
  if (!list) throw new Untranslatable('an index of nothing')
  const base = simpleValue(list, scope)
  return base + parts.map((part) => (typeof part === 'number' ? `[${part}]` : `[${quoted(part)}]`)).join('')
}

/** A value where Liquid takes no filters. */
export function simpleValue(expression: GoExpression | undefined, scope: GoScope): string {
  if (!expression) throw new Untranslatable('a value is missing')
  const value = goValue(expression, scope)
  if (expression.kind === 'call' && / \| /.test(value)) {
    // Lengths have a form without a filter.
    const size = /^([\w.[\]"]+) \| size$/.exec(value)
    if (size) return `${size[1]}.size`
    throw new Untranslatable(`${expression.name} inside of another expression`)
  }
  return value
}

const COMPARISONS: Record<string, Operator> = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' }

/** @throws Untranslatable */
export function goCondition(expression: GoExpression, scope: GoScope): Condition {
  if (expression.kind !== 'call') return truth(expression, scope)
  const { name, args } = expression
  const operator = COMPARISONS[name]
  const [first, ...others] = args
  if (operator && first && others.length > 0) {
    const left = simpleValue(first, scope)
    const parts = others.map((other) => compare(left, operator, simpleValue(other, scope)))
    // `eq a b c`: a is one of the others.
    return parts.length === 1 ? (parts[0] as Condition) : { kind: 'or', parts }
  }
  if ((name === 'and' || name === 'or') && args.length > 0) {
    return { kind: name, parts: args.map((one) => goCondition(one, scope)) }
  }
  if (name === 'not' && first) return negate(goCondition(first, scope))
  if (name === 'empty' && first) return compare(simpleValue(first, scope), '==', 'blank')
  if ((name === 'contains' || name === 'has') && args.length === 2) {
    return compare(simpleValue(args[1], scope), 'contains', simpleValue(first, scope))
  }
  return truth(expression, scope)
}

const truth = (expression: GoExpression, scope: GoScope): Condition =>
  isFilled(simpleValue(expression, scope))
