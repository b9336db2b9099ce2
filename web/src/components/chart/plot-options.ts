// The options of uPlot. It paints on a canvas, so the colours of the theme are read here, again whenever the theme changes.
import './language-tag.ts'
import uPlot from 'uplot'
import { labelledDays } from './labelled-days.ts'

type SeriesTone = 'accent' | 'good' | 'warn' | 'bad' | 'info' | 'soft'
export type Series = {
  name: string
  values: readonly (number | null)[]
  tone: SeriesTone
  isFilled?: boolean
  /** Bars begin at their time. A thin one stands in front of a bar. */
  shape?: 'bar' | 'thin-bar'
}

const FONT = '11px "Inter Variable", sans-serif'

const readColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

/** Appended to the hex colour, for the area under a line. */
const AREA_ALPHA = '22'
/** For a bar that is behind another one. */
const PALE_ALPHA = '66'

type PlotInput = {
  /** In milliseconds. */
  times: readonly number[]
  /** Whether each time is a day, as its midnight in UTC. */
  isDaily: boolean
  series: readonly Series[]
  size: { width: number; height: number }
  formatTime: (ms: number) => string
  formatValue: (value: number) => string
  /** The index under the pointer; null when the pointer leaves. */
  onPoint: (index: number | null) => void
}

export function plotOptions(input: PlotInput): uPlot.Options {
  const { times, isDaily, series, size, formatTime, formatValue, onPoint } = input
  const axis = { stroke: readColour('soft'), font: FONT, ticks: { show: false } }
  const grid = { stroke: readColour('line'), width: 1 }
  return {
    ...size,
    // No zoom by dragging: the period is chosen above the chart.
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    legend: { show: false },
    scales: {
      x: { time: true, ...rangeOfBars(input) },
      y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 5)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 80,
        size: 30,
        // uPlot puts labels at midnights of the browser, which are other times in most zones.
        ...(isDaily && { splits: ({ width }: uPlot) => labelledDays(times, width).map((ms) => ms / 1000) }),
        values: (_, splits) => splits.map((seconds) => formatTime(seconds * 1000)),
      },
      {
        ...axis,
        grid,
        size: 52,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? formatValue(value) : '')),
      },
    ],
    series: [{}, ...series.map(toLine)],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  }
}

/** The last bar needs room after its time. */
function rangeOfBars({ times, series }: PlotInput): { range?: uPlot.Scale.Range } {
  const [first, second] = times
  if (first === undefined || second === undefined || !series.some(({ shape }) => shape)) return {}
  return { range: (_, low, high) => [low, high + (second - first) / 1000] }
}

const AT_TIME = 1
const BARS = {
  bar: { size: [0.85, 60], align: AT_TIME },
  'thin-bar': { size: [0.4, 30], align: AT_TIME },
} as const

function toLine({ name, tone, isFilled = false, shape }: Series): uPlot.Series {
  const colour = readColour(tone)
  if (shape) {
    const { size, align } = BARS[shape]
    return {
      label: name,
      fill: isFilled ? colour : `${colour}${PALE_ALPHA}`,
      width: 0,
      points: { show: false },
      ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [...size], align }) }),
    }
  }
  return {
    label: name,
    stroke: colour,
    width: 2,
    points: { show: false },
    ...(isFilled && { fill: `${colour}${AREA_ALPHA}` }),
  }
}
