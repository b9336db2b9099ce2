export type Unit =
  | 'rows/s'
  | 'requests/s'
  | 'renders/s'
  | 'emails/s'
  | 'events/s'
  | 'ms'
  | 'µs'
  | 'MB'
  | 'bytes'
  | '%'

export type Result = {
  what: string
  /** Further figures of the same measurement. */
  detail?: string
  value: number
  unit: Unit
  /** The baseline: the figure of the same machine in the same run without Lettermill, in the same unit. */
  floor?: number
  /** The median of the ratios of several rounds, where it differs from value / floor. */
  ratio?: number
  /** The least share of the floor, or the most of the unit. Without one the figure is only reported. */
  target?: { ratio: number } | { atMost: number }
}

/** A result with the share of the cores (0 to 1) that the host gave to others while it was measured. */
export type MeasuredResult = Result & { stolen: number }

const ratioOf = ({ value, floor, ratio }: Result): number | undefined =>
  ratio ?? (floor === undefined ? undefined : value / floor)

export function isMissed(result: Result): boolean {
  const { value, target } = result
  if (target === undefined) return false
  return 'atMost' in target ? !(value <= target.atMost) : !((ratioOf(result) ?? 0) >= target.ratio)
}

const HEADER = ['what', 'measured', 'floor', 'ratio', 'target', '', 'stolen']

/** A table in Markdown, padded so that it can be read as it stands too. */
export function formatTable(results: readonly MeasuredResult[]): string {
  const rows = [HEADER, ...results.map(toCells)]
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(
    (row) =>
      `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`,
  )
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function toCells(result: MeasuredResult): string[] {
  const { what, detail, value, unit, floor, target } = result
  return [
    detail === undefined ? what : `${what} (${detail})`,
    `${formatNumber(value)} ${unit}`,
    floor === undefined ? '' : `${formatNumber(floor)} ${unit}`,
    ratioOf(result)?.toFixed(2) ?? '',
    formatTarget(result),
    target === undefined ? '' : isMissed(result) ? 'MISSED' : 'ok',
    `${(result.stolen * 100).toFixed(0)} %`,
  ]
}

function formatTarget({ target, unit }: Result): string {
  if (target === undefined) return ''
  return 'atMost' in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.ratio} of floor`
}

const formatNumber = (value: number): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 1 : 0 })
