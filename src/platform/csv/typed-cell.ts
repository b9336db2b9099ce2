// The value of a cell: CSV has no types, and data of contacts has.

// JSON's own number grammar: 1e3 is a number, 007 and +1 stay text (postcodes and telephone numbers are not numbers).
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

// Spreadsheets write TRUE, Python writes True.
const BOOLEAN = /^(?:true|false)$/i

/** Converts numbers and true/false, unless that would lose digits. */
export function typedCell(cell: string): unknown {
  if (BOOLEAN.test(cell)) return cell.length === 'true'.length
  if (!NUMBER.test(cell)) return cell
  const number = Number(cell)
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number))
    ? number
    : cell
}
