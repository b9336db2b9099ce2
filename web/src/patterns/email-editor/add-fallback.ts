import { liquidOf, variableOf } from '../field-picker/liquid-of.ts'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Gives every output of the field that has no filter the fallback: `{{ name }}` becomes `{{ name | default: 'you' }}`. */
export function addFallback(text: string, field: string, fallback: string): string {
  const liquid = liquidOf(field, fallback)
  const output = new RegExp(String.raw`\{\{-?\s*${escaped(variableOf(field))}\s*-?\}\}`, 'gu')
  return text.replaceAll(output, () => liquid)
}

/** Does so in every text within a document of JSON. */
export function addFallbackToJson(json: string, field: string, fallback: string): string {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return addFallback(value, field, fallback)
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
  }
  return JSON.stringify(change(JSON.parse(json)))
}
