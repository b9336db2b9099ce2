import type { Statistics } from '../../../../api/sending/campaigns.ts'
import { usePageSearch } from '../../../../app/page-search.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../../format/number.ts'
import { Card } from '../../../../components/page.tsx'
import { report } from '../report.texts.ts'

const { links: texts } = report

// The email tab shows all of them.
const MAX_LINKS = 10

export function LinksCard({ links }: { links: Statistics['links'] | undefined }) {
  const { change } = usePageSearch()
  const most = Math.max(1, ...(links ?? []).map(({ clicks }) => clicks))
  return (
    <Card
      title={texts.title}
      actions={
        <Button size="small" look="quiet" onClick={() => change({ tab: 'email' })}>
          {texts.onEmail}
        </Button>
      }
    >
      {links === undefined && <Skeleton className="h-32 w-full" />}
      {links?.length === 0 && <p className="text-sm text-soft">{texts.none}</p>}
      <ul aria-label={texts.list} className="flex flex-col gap-2.5">
        {links?.slice(0, MAX_LINKS).map(({ url, clicks, uniqueClicks }) => (
          <li key={url}>
            <p className="flex items-baseline gap-3 text-sm">
              <button
                type="button"
                className="min-w-0 grow truncate text-left font-medium hover:underline"
                title={texts.who(url)}
                onClick={() => change({ tab: 'recipients', clicked: url })}
              >
                {url.replace(/^https?:\/\//, '')}
              </button>
              <span className="tabular shrink-0">
                <span className="font-medium">{formatCount(clicks)}</span>{' '}
                <span className="text-xs text-soft">
                  {texts.clicks} · {formatCount(uniqueClicks)} {texts.unique}
                </span>
              </span>
            </p>
            <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
              <div className="h-full rounded-full bg-good" style={{ width: `${(clicks / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
