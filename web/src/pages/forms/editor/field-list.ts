// The fields of a form while it is edited: added, moved, and named. Pure.
import { EMAIL_KEY } from '../../../../../src/features/forms/forms.values.ts'
import type { FieldDraft } from './form-draft.ts'

export const DATA_PREFIX = 'data.'

// Long enough to tell fields apart.
const LONGEST_PROPOSAL = 50

export const isAddress = ({ key }: FieldDraft): boolean => key === EMAIL_KEY

export function addField(fields: readonly FieldDraft[]): FieldDraft[] {
  const id = Math.max(-1, ...fields.map((field) => field.id)) + 1
  return [...fields, { id, key: DATA_PREFIX, label: '', type: 'text', required: false, options: '' }]
}

export function moveField(fields: readonly FieldDraft[], index: number, by: -1 | 1): FieldDraft[] {
  const field = fields[index]
  if (!field) return [...fields]
  return fields.toSpliced(index, 1).toSpliced(Math.max(0, index + by), 0, field)
}

/** The key under which the value of a field with this label is stored: "First name" becomes data.firstName. */
export function proposedKey(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const [first = '', ...more] = words.map((word) => word.toLowerCase())
  const rest = more.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  const key = `${DATA_PREFIX}${[first, ...rest].join('').slice(0, LONGEST_PROPOSAL)}`
  const numbers = [...taken, ''].map((_, index) => index + 2)
  const isFree = (one: string) => one === DATA_PREFIX || !taken.includes(one)
  return [key, ...numbers.map((number) => `${key}${number}`)].find(isFree) ?? key
}

type LabelChange = {
  fields: readonly FieldDraft[]
  index: number
  label: string
  /** Keys in use keep their fields: people have signed up with them. */
  savedKeys: readonly string[]
}

/** The key follows the label of a new field until the author types another one. */
export function relabelField({ fields, index, label, savedKeys }: LabelChange): FieldDraft[] {
  const others = fields.filter((_, other) => other !== index).map(({ key }) => key)
  return fields.map((field, at) => {
    if (at !== index) return field
    const isProposed = field.key === proposedKey(field.label, others)
    const isFixed = isAddress(field) || savedKeys.includes(field.key)
    return { ...field, label, ...(isProposed && !isFixed && { key: proposedKey(label, others) }) }
  })
}
