import type { Statistics } from '../../../api/sending/campaigns.ts'
import { formatCount, formatShare } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { LOSSES, lossesOf } from './losses.ts'
import { report } from './report.texts.ts'

const { funnel: texts } = report

const STAGES = ['recipients', 'sent', 'delivered', 'opened', 'clicked'] as const

export function Funnel({ statistics }: { statistics: Statistics }) {
  const { recipients } = statistics
  const losses = lossesOf(statistics)
  const lost = LOSSES.filter((name) => losses[name] > 0)
  const shareOf = (count: number) => (recipients === 0 ? 0 : Math.min(1, count / recipients))
  return (
    <Card title={texts.title}>
      <ol className="flex flex-col gap-3">
        {STAGES.map((name) => (
          <li key={name}>
            <p className="flex items-baseline justify-between gap-2 text-sm">
              <span>{texts[name]}</span>
              <span className="tabular">
                <span className="font-medium">{formatCount(statistics[name])}</span>{' '}
                <span className="text-xs text-soft">
                  {formatShare(shareOf(statistics[name]))} {texts.ofAll}
                </span>
              </span>
            </p>
            <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-neutral-soft">
              <div
                className="h-full rounded-full bg-accent transition-[width] duration-300"
                style={{ width: `${shareOf(statistics[name]) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      {lost.length > 0 && (
        <>
          <h3 className="pt-4 text-xs font-medium text-soft">{texts.lost}</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-sm">
            {lost.map((name) => (
              <li key={name}>
                <span className="tabular font-medium">{formatCount(losses[name])}</span>{' '}
                <span className="text-soft">{texts[name]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
