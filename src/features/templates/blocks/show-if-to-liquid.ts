// The condition of a block as Liquid. It gives the same result as the evaluator of filters, because both use
// platform/conditions; a property test compares them.
import type { ConditionLeaf, ConditionTree } from '../../../platform/conditions/condition-tree.ts'
import type { OperatorValue } from '../../../platform/conditions/predicate.ts'
import { isTree } from '../../filters/filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../../filters/filters.schema.ts'
import { normalizeAddress } from '../../filters/index.ts'
import { parseContactField } from '../../filters/language/filter-fields.schema.ts'
import type { ContactLeaf } from '../../filters/language/filter-leaves.schema.ts'

/** The component, shown only if the filter matches the contact. */
export function showOnlyIf(filter: FilterTree | undefined, mjml: string): string {
  if (!filter) return mjml
  const variables: string[] = []
  const tree = toConditions(filter, variables)
  return `{% if ${quote(JSON.stringify(tree))} | lm_holds: ${variables.join(', ')} %}${mjml}{% endif %}`
}

/** A text of Liquid. Signs that mean something to Liquid, MJML or HTML are written as in JSON, with the backslash doubled. */
const quote = (json: string): string =>
  `'${json
    .replaceAll('\\', '\\\\')
    .replaceAll(
      /[^ !"#$(-;=?-~]/g,
      (letter) => `\\\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )}'`

function toConditions(node: FilterTree | FilterLeaf, variables: string[]): ConditionTree {
  if (!isTree(node)) return toLeaf(node as ContactLeaf, variables)
  const inner = node.conditions.map((one) => toConditions(one, variables))
  if (node.operator === 'NOT') return { not: { any: inner } }
  return node.operator === 'AND' ? { all: inner } : { any: inner }
}

function toLeaf({ field: text, operator: is, value }: ContactLeaf, variables: string[]): ConditionLeaf {
  const parsed = parseContactField(text)
  if (!parsed.ok) throw new Error('a condition was used without being checked')
  const { field } = parsed
  const of = (variable: string) => placeOf(variable, variables)
  const given = value ?? undefined
  if (field.kind === 'email') return { of: of('email'), is, ...valueOf(lowerCased(given, is)), exact: true }
  if (field.kind !== 'data') return { of: of(field.kind), is, ...valueOf(given) }
  const { variable, at } = variableOf(field.path)
  return { of: of(variable), ...(at.length > 0 && { at }), is, ...valueOf(given) }
}

const valueOf = (value: OperatorValue | undefined) => (value === undefined ? {} : { value })

/** Addresses are stored in lower case. */
function lowerCased(value: OperatorValue | undefined, operator: string): OperatorValue | undefined {
  if (Array.isArray(value)) return value.map((one) => normalizeAddress(String(one)))
  if (typeof value !== 'string') return value
  return operator === 'equals' || operator === 'notEquals' ? normalizeAddress(value) : value.toLowerCase()
}

function placeOf(variable: string, variables: string[]): number {
  const at = variables.indexOf(variable)
  return at === -1 ? variables.push(variable) - 1 : at
}

/** Keys that Liquid answers itself for values without them. */
const KEYS_OF_LIQUID = new Set(['size', 'first', 'last'])
const WORD = /^[A-Za-z_][\w]*$/

/** Names no more of the data than needed, because an email stores the data that its content names. */
function variableOf(path: readonly string[]): { variable: string; at: readonly string[] } {
  const [first = '', ...rest] = path
  if (KEYS_OF_LIQUID.has(first) || !WORD.test(first)) return { variable: 'data', at: path }
  return { variable: `data.${first}`, at: rest }
}
