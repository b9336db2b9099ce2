import { useState } from 'react'
import type { Job } from '../../api/imports.ts'
import { formatCount } from '../../components/number.ts'
import { imports as texts } from './import.texts.ts'

type Pace = { rate?: number; remaining?: string }

function formatRemaining(seconds: number): string {
  if (seconds < 60) return texts.seconds(formatCount(Math.max(1, Math.round(seconds))))
  return texts.minutes(formatCount(Math.round(seconds / 60)))
}

/** Rows per second since this page began to look, by its own clock (`at`): that of the server may be another. */
export function usePace({ done, total }: Job['progress'], at: number): Pace {
  const [first] = useState({ at, done })
  if (done <= first.done || at <= first.at) return {}
  const rate = (done - first.done) / ((at - first.at) / 1000)
  return {
    rate: Math.round(rate),
    ...(total !== null && { remaining: formatRemaining((total - done) / rate) }),
  }
}
