// Values as people read them at a terminal. Subjects and addresses come from strangers, so nothing in them may control it.
import { table } from '../output.ts'
import type { Column } from '../command.ts'

const LONGEST_CELL = 60

// Control characters, among them ESC, and marks that reverse the direction of what follows.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line without control characters. */
export const plainText = (value: string): string => value.replaceAll(CONTROLS, ' ')

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plainText(typeof value === 'string' ? value : JSON.stringify(value))
}

const shorten = (text: string): string =>
  text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text

/** Aligned, with a line of names. */
export function listText<T>(items: readonly T[], columns: readonly Column<T>[]): string {
  return table(
    columns.map(({ head }) => head),
    items.map((item) => columns.map(({ value }) => shorten(cellText(value(item))))),
  )
}

/** One field per line. */
export function recordText(record: unknown): string {
  if (typeof record !== 'object' || record === null) return cellText(record)
  const fields = Object.entries(record).filter(([, value]) => value !== undefined)
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return fields
    .map(([name, value]) => `${plainText(name).padEnd(width)}  ${cellText(value)}`.trimEnd())
    .join('\n')
}
