// The data of an UPDATE_CONTACT step that depends on what the contact has: numbers to add, and elements of lists.
import { isDeepStrictEqual } from 'node:util'
import type { StepOf } from '../steps.schema.ts'

type Data = Record<string, unknown>
type Update = Pick<StepOf<'UPDATE_CONTACT'>['config'], 'data' | 'increment' | 'append' | 'remove'>

/** The values to write, or why they cannot be computed. `before`: the data of the contact. */
export function computeData(update: Update, before: unknown): Data | string {
  const current = (key: string): unknown =>
    typeof before === 'object' && before !== null && Object.hasOwn(before, key) ? (before as Data)[key] : null
  const computed: Data = { ...update.data }
  for (const operation of ['increment', 'append', 'remove'] as const) {
    for (const [key, value] of Object.entries(update[operation] ?? {})) {
      const result = OPERATIONS[operation](current(key) ?? null, value)
      if (result instanceof Problem) return `The step cannot ${operation} data.${key}: ${result.text}`
      if (result !== undefined) computed[key] = result
    }
  }
  return computed
}

class Problem {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Undefined if nothing changes. */
type Operation = (current: unknown, value: unknown) => unknown

const OPERATIONS: Record<'increment' | 'append' | 'remove', Operation> = {
  increment(current, value) {
    if (typeof value !== 'number') return new Problem(`the amount is ${shown(value)}, not a number.`)
    if (current !== null && typeof current !== 'number') {
      return new Problem(`the contact has ${shown(current)} there, not a number.`)
    }
    const sum = (current ?? 0) + value
    return Number.isFinite(sum) ? sum : new Problem('the sum is too large for a number.')
  },
  append(current, value) {
    if (current !== null && !Array.isArray(current)) return notAList(current)
    const list = (current ?? []) as unknown[]
    const added = elementsOf(value).filter((one) => !isIn(list, one))
    return added.length === 0 ? undefined : [...list, ...added]
  },
  remove(current, value) {
    if (current === null) return undefined
    if (!Array.isArray(current)) return notAList(current)
    const removed = elementsOf(value)
    const left = current.filter((one) => !isIn(removed, one))
    return left.length === current.length ? undefined : left
  },
}

const notAList = (current: unknown) => new Problem(`the contact has ${shown(current)} there, not a list.`)

/** A list stands for its elements, so that the tags of an event can be added to those of a contact. */
const elementsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : (value ?? null) === null ? [] : [value]

const isIn = (list: readonly unknown[], value: unknown): boolean =>
  list.some((one) => isDeepStrictEqual(one, value))

const LONGEST_SHOWN = 40

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
