/** One promise with its figure; without `isKept` the figure is only reported. */
export type Row = { what: string; measured: string | number; promised?: string; isKept?: boolean }

const HEADER = ['what', 'measured', 'promised', '']

/** A figure with a limit in runs of the full size; smaller runs only report it. */
export function figure(row: Row, { isHeld }: { isHeld: boolean }): Row {
  const { isKept: _, ...told } = row
  return isHeld ? row : told
}

export const isBroken = ({ isKept }: Row): boolean => isKept === false

/** A table in Markdown, padded so that it can be read as it stands too. */
function formatRows(rows: readonly Row[]): string {
  const cells = [HEADER, ...rows.map(toCells)]
  const widths = HEADER.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const [header = '', ...lines] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [header, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines].join('\n')
}

function toCells({ what, measured, promised = '', isKept }: Row): string[] {
  const figure = typeof measured === 'number' ? measured.toLocaleString('en-GB') : measured
  return [what, figure, promised, isKept === undefined ? '' : isKept ? 'kept' : 'BROKEN']
}

/** Prints the table and the verdict. The exit code: 1 when a promise was broken. */
export function printResult(rows: readonly Row[]): number {
  console.log(`\n${formatRows(rows)}\n`)
  const broken = rows.filter(isBroken)
  console.log(broken.length === 0 ? 'Every promise was kept.' : `Promises broken: ${broken.length}`)
  return broken.length === 0 ? 0 : 1
}
