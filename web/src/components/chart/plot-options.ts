// The options of uPlot. It paints on a canvas, so the colours of the theme are read here, again whenever the theme changes.
import type uPlot from 'uplot'

type SeriesTone = 'accent' | 'good' | 'warn' | 'bad' | 'info' | 'soft'
export type Series = {
  name: string
  values: readonly (number | null)[]
  tone: SeriesTone
  isFilled?: boolean
}

const FONT = '11px "Inter Variable", sans-serif'

const readColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

/** Appended to the hex colour, for the area under a line. */
const AREA_ALPHA = '22'

type PlotInput = {
  series: readonly Series[]
  size: { width: number; height: number }
  formatTime: (ms: number) => string
  formatValue: (value: number) => string
  /** The index under the pointer; null when the pointer leaves. */
  onPoint: (index: number | null) => void
}

export function plotOptions({ series, size, formatTime, formatValue, onPoint }: PlotInput): uPlot.Options {
  const axis = { stroke: readColour('soft'), font: FONT, ticks: { show: false } }
  const grid = { stroke: readColour('line'), width: 1 }
  return {
    ...size,
    // No zoom by dragging: the period is chosen above the chart.
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    legend: { show: false },
    scales: { x: { time: true }, y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 5)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 80,
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

function toLine({ name, tone, isFilled = false }: Series): uPlot.Series {
  const colour = readColour(tone)
  return {
    label: name,
    stroke: colour,
    width: 2,
    points: { show: false },
    ...(isFilled && { fill: `${colour}${AREA_ALPHA}` }),
  }
}
