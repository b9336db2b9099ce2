// Finds a cell that begins with a stray quote: it goes on until the next quote, rows later, and swallows all rows in between.
import { parseEmailAddress } from '../addresses/email-address.ts'

/** `email`: the index of the column with the addresses. */
export type FileShape = { columns: number; email: number; delimiter: string }

type MappedFile = { columns: readonly ({ to: string } | null)[]; delimiter: string }

export const shapeOf = ({ columns, delimiter }: MappedFile): FileShape => ({
  columns: columns.length,
  email: columns.findIndex((column) => column?.to === 'email'),
  delimiter,
})

/** Later lines of a long cell are not needed to be sure. */
const MOST_LINES = 20

/**
 * Lines of an ordinary text are not rows: a line has to have as many cells as the file, with an address where the addresses are.
 * @returns the problem of a row that contains others; undefined if it contains none
 */
export function swallowedRows(cells: readonly string[], file: FileShape): string | undefined {
  const index = cells.findIndex((cell) => cell.includes('\n') && hasRow(cell, file))
  if (index === -1) return undefined
  const lines = (cells[index] ?? '').split('\n').length
  return `has a quote at the beginning of cell ${index + 1} that ends ${lines - 1} lines later, so that it contains other rows: remove the quote, or write it twice`
}

const hasRow = (cell: string, { columns, email, delimiter }: FileShape): boolean =>
  cell
    .split('\n', MOST_LINES)
    .slice(1)
    .some((line) => {
      const inner = line.split(delimiter)
      return inner.length === columns && parseEmailAddress((inner[email] ?? '').trim()).ok
    })
