import { components as texts } from '../components.texts.ts'
import type { Series } from './plot-options.ts'

type ChartTableProps = {
  summary: string
  times: readonly number[]
  series: readonly Series[]
  formatTime: (ms: number) => string
  formatValue: (value: number) => string
}

export function ChartTable({ summary, times, series, formatTime, formatValue }: ChartTableProps) {
  const rows = times.map((at, index) => ({ at, index })).toReversed()
  return (
    // Focusable, so that keyboards can scroll it.
    <div
      className="max-h-60 overflow-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={summary}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-panel text-xs text-soft">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {texts.chart.time}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ at, index }) => (
            <tr key={at}>
              <th scope="row" className="px-3 py-1 text-left font-normal text-soft">
                {formatTime(at)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="tabular px-3 py-1 text-right">
                  {formatValue(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
