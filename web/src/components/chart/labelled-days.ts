// Fits "12 Nov" in most languages, with some room between two.
const LABEL_PX = 80

/** The days that get a label below a chart of this width: the last one, and as many before it as there is room for. */
export function labelledDays(times: readonly number[], widthPx: number): number[] {
  const most = Math.max(1, Math.floor(widthPx / LABEL_PX))
  const step = Math.ceil(times.length / most)
  return times.filter((_, index) => (times.length - 1 - index) % step === 0)
}
