// A condition as a question, short enough for a card: "plan is pro?". The filter may be unfinished. Pure.
import { builderTexts } from '../../../patterns/filter-builder/filter-builder.texts.ts'
import { stepTexts } from '../steps.texts.ts'
import { fieldWords } from './field-words.ts'

const { question: texts } = stepTexts

type Segments = ReadonlyMap<string, string>
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const conditionsOf = (node: Node): Node[] | undefined =>
  Array.isArray(node['conditions']) ? node['conditions'].filter(isNode) : undefined

/** Undefined without a condition that is complete. */
export function conditionWords(filters: unknown, segments: Segments): string | undefined {
  const words = isNode(filters) ? nodeWords(filters, segments) : undefined
  return words === undefined ? undefined : texts.ask(words)
}

function nodeWords(node: Node, segments: Segments): string | undefined {
  const conditions = conditionsOf(node)
  if (!conditions) return leafWords(node, segments)
  const words = conditions.flatMap((one) => nodeWords(one, segments) ?? [])
  const [first, second] = words
  if (first === undefined) return undefined
  const isAny = node['operator'] === 'OR'
  const rest = words.length - 1
  if (node['operator'] === 'NOT') return texts.not(first)
  if (second === undefined) return first
  if (rest === 1) return isAny ? texts.either(first, second) : texts.both(first, second)
  return isAny ? texts.orMore(first, rest) : texts.andMore(first, rest)
}

const HISTORY = { triggered: true, notTriggered: false } as const
const MEMBERSHIP = { memberOf: true, notMemberOf: false } as const

function leafWords({ field, operator, value }: Node, segments: Segments): string | undefined {
  if (typeof field !== 'string' || field === '' || typeof operator !== 'string') return undefined
  if (operator in HISTORY) return historyWords(field, HISTORY[operator as keyof typeof HISTORY])
  if (operator in MEMBERSHIP) {
    const name = segments.get(String(value))
    const segment = name === undefined ? stepTexts.unknownSegment : stepTexts.segment(name)
    const isIn = MEMBERSHIP[operator as keyof typeof MEMBERSHIP]
    return isIn ? texts.inSegment(segment) : texts.notInSegment(segment)
  }
  const isTrue = (operator === 'equals') === value
  if (field === 'subscribed') return isTrue ? texts.subscribed : texts.notSubscribed
  if (field.startsWith('topics.') && typeof value === 'boolean') {
    const topic = field.slice('topics.'.length)
    return isTrue ? texts.inTopic(topic) : texts.notInTopic(topic)
  }
  return comparison({ field, operator, value })
}

function historyWords(field: string, isDone: boolean): string | undefined {
  if (field.startsWith('event.')) {
    const event = field.slice('event.'.length)
    return isDone ? texts.happened(event) : texts.notHappened(event)
  }
  const activity = field.slice('emailActivity.'.length)
  return isDone ? texts.done[activity] : texts.notDone[activity]
}

function comparison({ field, operator, value }: { field: string; operator: string; value: unknown }) {
  const verbs: Record<string, string | undefined> = builderTexts.operators
  const verb = verbs[operator]
  if (verb === undefined) return undefined
  const name = fieldWords(field)
  const words = valueWords(value, operator)
  if (words === undefined) return operator.endsWith('xists') ? texts.check(name, verb) : undefined
  // The verbs of spans name their place: "was more than … ago".
  return verb.includes(texts.ago)
    ? texts.check(name, verb.replace(texts.ago, words))
    : texts.compare(name, verb, words)
}

function valueWords(value: unknown, operator: string): string | undefined {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) return listWords(value.map(String), operator)
  if (isNode(value) && typeof value['unit'] === 'string') {
    return stepTexts.unit(Number(value['amount'] ?? 0), value['unit'])
  }
  return undefined
}

function listWords(values: readonly string[], operator: string): string | undefined {
  const last = values.at(-1)
  if (last === undefined || values.length === 1) return last
  if (operator === 'between') return texts.between(values[0] ?? '', last)
  return texts.or(values.slice(0, -1).join(', '), last)
}
