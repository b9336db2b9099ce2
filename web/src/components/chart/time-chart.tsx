// Values over time as lines. Screen readers cannot read a canvas, so the chart has a summary and can be shown as a table.
import { ChartLine, Table2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import './language-tag.ts'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { components as texts } from '../components.texts.ts'
import { Button } from '../forms/button.tsx'
import { formatCount } from '../../format/number.ts'
import { ChartTable } from './chart-table.tsx'
import { plotOptions } from './plot-options.ts'
import type { Series } from './plot-options.ts'

const HEIGHT_PX = 240

type TimeChartProps = {
  /** For screen readers, instead of the canvas. */
  summary: string
  /** In milliseconds, ascending; one per value of each series. */
  times: readonly number[]
  series: readonly Series[]
  formatTime: (ms: number) => string
  formatValue?: (value: number) => string
  /** Whether each time is a day, as its midnight in UTC. */
  isDaily?: boolean
}

export function TimeChart(props: TimeChartProps) {
  const { summary, times, series, formatTime, formatValue = formatCount, isDaily = false } = props
  const [isTable, setIsTable] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed === null ? undefined : times[pointed]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        {series.map(({ name, tone, values }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${DOTS[tone]}`} aria-hidden />
            <span className="text-soft">{name}</span>
            {pointed !== null && (
              <span className="tabular font-medium">{formatValue(values[pointed] ?? 0)}</span>
            )}
          </span>
        ))}
        {shown !== undefined && <span className="tabular text-soft">{formatTime(shown)}</span>}
        <span className="ml-auto">
          <Button
            size="small"
            look="quiet"
            icon={isTable ? <ChartLine /> : <Table2 />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? texts.chart.asChart : texts.chart.asTable}
          </Button>
        </span>
      </div>
      {isTable ? (
        <ChartTable {...{ summary, times, series, formatTime, formatValue }} />
      ) : (
        <Plot {...{ summary, times, series, formatTime, formatValue, isDaily }} onPoint={setPointed} />
      )}
    </div>
  )
}

const DOTS: Record<Series['tone'], string> = {
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  soft: 'bg-soft',
}

type PlotProps = Required<TimeChartProps> & { onPoint: (index: number | null) => void }

function Plot({ summary, times, series, formatTime, formatValue, isDaily, onPoint }: PlotProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const data: uPlot.AlignedData = [times.map((ms) => ms / 1000), ...series.map(({ values }) => [...values])]
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      const size = { width: element.clientWidth, height: HEIGHT_PX }
      const options = { times, isDaily, series, size, formatTime, formatValue, onPoint }
      plot = new uPlot(plotOptions(options), data, element)
    }
    draw()
    const resizeObserver = new ResizeObserver(() =>
      plot?.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    )
    resizeObserver.observe(element)
    // A canvas does not follow CSS variables, so a new theme redraws it.
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resizeObserver.disconnect()
      themeObserver.disconnect()
      plot?.destroy()
    }
  }, [times, isDaily, series, formatTime, formatValue, onPoint])
  return (
    <div ref={container} role="img" aria-label={summary} className="w-full" style={{ height: HEIGHT_PX }} />
  )
}
