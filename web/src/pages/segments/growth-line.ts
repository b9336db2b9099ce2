type Point = { day: string; members: number }
type Box = { width: number; height: number }

// Keeps the ends of the line from being cut off.
const MARGIN = 3

/** A line through the days that have a count, spaced by time. */
export function linePath(days: readonly Point[], { width, height }: Box): { line: string; area: string } {
  const times = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`))
  const [from = 0] = times
  const span = Math.max(1, (times.at(-1) ?? from) - from)
  const members = days.map((point) => point.members)
  const lowest = Math.min(...members)
  // A constant count is a line in the middle.
  const range = Math.max(...members) - lowest
  const yOf = (count: number) =>
    range === 0 ? height / 2 : height - MARGIN - ((count - lowest) / range) * (height - 2 * MARGIN)
  const points = days.map((point, index) => {
    const x = (((times[index] ?? from) - from) / span) * width
    return `${round(x)},${round(yOf(point.members))}`
  })
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${width},${height}L0,${height}Z` }
}

const round = (value: number) => Math.round(value * 10) / 10
