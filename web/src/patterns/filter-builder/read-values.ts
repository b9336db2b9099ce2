import type { ValueType } from './condition-forms.ts'

/** Values that were typed or pasted, with commas, semicolons or lines between them. */
export function readValues(text: string, type: ValueType): (string | number)[] {
  const parts = text
    .split(/[,;\n\r\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return type === 'number' ? parts.map(Number).filter((number) => Number.isFinite(number)) : parts
}
