import { TriangleAlert } from 'lucide-react'
import { classes } from '../../components/classes.ts'
import { levelOf } from './rate-level.ts'
import type { RateKind } from './rate-level.ts'
import { reportTexts } from './report.texts.ts'

const { rates: texts } = reportTexts

/** Says in words and in colour that a rate is high; nothing for one that is fine. */
export function RateMark({ kind, rate }: { kind: RateKind; rate: number }) {
  const level = levelOf(kind, rate)
  if (level === 'fine') return null
  return (
    <span
      title={texts.advice[kind]}
      className={classes(
        'inline-flex items-center gap-1 font-medium whitespace-nowrap [&_svg]:size-3.5',
        level === 'tooHigh' ? 'text-bad' : 'text-warn',
      )}
    >
      <TriangleAlert aria-hidden />
      {texts[level]}
    </span>
  )
}
