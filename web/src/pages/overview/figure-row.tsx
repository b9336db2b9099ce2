import { TrendingDown, TrendingUp } from 'lucide-react'
import { useMemo } from 'react'
import { classes } from '../../components/classes.ts'
import { formatCount, formatShare, formatSmallShare } from '../../format/number.ts'
import { RateMark } from '../../patterns/report/rate-mark.tsx'
import { figuresOf } from './figures.ts'
import type { Day, Figure, FigureName } from './figures.ts'
import { overview } from './overview.texts.ts'

const { figures: texts } = overview

/** An increase of these is bad. */
const UNWANTED: ReadonlySet<FigureName> = new Set(['bounced', 'complained'])

export function FigureRow({ days, period }: { days: readonly Day[]; period: number }) {
  const figures = useMemo(() => figuresOf(days, period), [days, period])
  return (
    <dl
      aria-label={texts.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-raised sm:grid-cols-3 lg:grid-cols-6"
    >
      {figures.map((figure) => (
        <div key={figure.name} className="flex flex-col bg-panel px-4 py-3">
          <dt className="text-xs font-medium text-soft">{texts.names[figure.name]}</dt>
          <dd className="tabular mt-0.5 flex items-baseline gap-2">
            <span className="text-2xl font-semibold tracking-[-0.02em]">{formatCount(figure.count)}</span>
            <Change figure={figure} period={period} />
          </dd>
          <dd className="tabular min-h-4 text-xs text-soft">
            {figure.share !== null && `${shareOf(figure)} ${texts.shares[figure.name]}`}{' '}
            <Mark figure={figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const shareOf = ({ name, share }: Figure): string =>
  name === 'complained' ? formatSmallShare(share ?? 0) : formatShare(share ?? 0)

function Mark({ figure: { name, share } }: { figure: Figure }) {
  if (share === null || (name !== 'bounced' && name !== 'complained')) return null
  return <RateMark kind={name === 'bounced' ? 'bounces' : 'complaints'} rate={share} />
}

// Smaller changes are not shown.
const MIN_CHANGE = 0.001

function Change({ figure: { name, change }, period }: { figure: Figure; period: number }) {
  if (change === null || Math.abs(change) < MIN_CHANGE) return null
  const isGood = change > 0 !== UNWANTED.has(name)
  const share = formatShare(Math.abs(change))
  const words = change > 0 ? texts.up(share, period) : texts.down(share, period)
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 text-xs font-medium [&_svg]:size-3.5',
        isGood ? 'text-good' : 'text-warn',
      )}
      title={words}
    >
      {change > 0 ? <TrendingUp aria-hidden /> : <TrendingDown aria-hidden />}
      <span aria-hidden>{share}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
