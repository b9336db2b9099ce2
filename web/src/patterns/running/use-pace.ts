import { useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { paceTexts as texts } from './running.texts.ts'

export type Pace = { rate?: number; remaining?: string }

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Longer durations are shown in hours. */
const MANY_MINUTES = 90 * MINUTE

function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return texts.seconds(formatCount(Math.max(1, Math.round(seconds))))
  if (seconds < MANY_MINUTES) return texts.minutes(formatCount(Math.round(seconds / MINUTE)))
  return texts.hours(formatCount(Math.round(seconds / HOUR)))
}

/** The rate per second since the page was opened, by the clock of the browser (`at`): the server's may differ. */
export function usePace({ done, total }: { done: number; total: number | null }, at: number): Pace {
  const [first] = useState({ at, done })
  if (done <= first.done || at <= first.at) return {}
  const rate = (done - first.done) / ((at - first.at) / 1000)
  return {
    rate: Math.round(rate),
    ...(total !== null && { remaining: formatDuration((total - done) / rate) }),
  }
}
