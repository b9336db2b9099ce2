// Conditions as a tree, and as the text of a Liquid tag. Liquid has no parentheses: `and` and `or` bind to the right, so `a and b or c` is
// `a and (b or c)`.
import { Untranslatable } from './translation.ts'

type Comparison = { kind: 'compare'; left: string; operator: Operator; right: string }
type Group = { kind: 'and' | 'or'; parts: Condition[] }
export type Condition = Comparison | Group

export type Operator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'contains'

export const compare = (left: string, operator: Operator, right: string): Comparison => ({
  kind: 'compare',
  left,
  operator,
  right,
})

/** An empty text and an empty list are true in Liquid, and false in most other languages. */
export const isFilled = (value: string): Comparison => compare(value, '!=', 'blank')

const OPPOSITES: Partial<Record<Operator, Operator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

export function negate(condition: Condition): Condition {
  if (condition.kind !== 'compare') {
    return { kind: condition.kind === 'and' ? 'or' : 'and', parts: condition.parts.map(negate) }
  }
  const operator = OPPOSITES[condition.operator]
  if (!operator) throw new Untranslatable('the opposite of "contains"')
  return { ...condition, operator }
}

export function conditionText(condition: Condition): string {
  if (condition.kind === 'compare') return `${condition.left} ${condition.operator} ${condition.right}`
  const parts = condition.parts.flatMap((part) => (part.kind === condition.kind ? part.parts : [part]))
  const groups = parts.filter((part) => part.kind !== 'compare')
  // Only the last place takes a group.
  if (groups.length > 1) throw new Untranslatable('a condition that needs parentheses')
  const ordered = [...parts.filter((part) => part.kind === 'compare'), ...groups]
  return ordered.map(conditionText).join(` ${condition.kind} `)
}
