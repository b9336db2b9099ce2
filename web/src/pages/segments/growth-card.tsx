import { useQuery } from '@tanstack/react-query'
import { growthQuery } from '../../api/audience/segments.ts'
import type { SegmentGrowth } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { formatDay } from '../../format/time.tsx'
import { DownloadReport } from '../../patterns/report/download-report.tsx'
import { linePath } from './growth-line.ts'
import { segments } from './segments.texts.ts'

const texts = segments.growth

const WIDTH = 320
const HEIGHT = 72

export function GrowthCard({ segmentId }: { segmentId: string }) {
  const { api } = useProject()
  const { data, error } = useQuery(growthQuery(api, segmentId))
  return (
    <Card
      title={texts.title}
      actions={
        <DownloadReport size="small" name={`segment-${segmentId}`} path={`/segments/${segmentId}/report`} />
      }
    >
      {error && <ErrorNotice error={error} />}
      {!data && !error && <Skeleton className="h-20 w-full" />}
      {data && <Growth days={data.days} />}
    </Card>
  )
}

function Growth({ days }: Pick<SegmentGrowth, 'days'>) {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last || days.length === 1) return <p className="text-sm text-soft">{texts.tooShort}</p>
  const summary = texts.summary({
    from: formatDay(first.day),
    to: formatDay(last.day),
    before: first.members,
    now: last.members,
  })
  const { line, area } = linePath(days, { width: WIDTH, height: HEIGHT })
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-20 w-full overflow-visible"
      >
        <path d={area} className="fill-accent-soft" />
        <path
          d={line}
          className="fill-none stroke-accent"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden className="tabular flex justify-between text-xs text-soft">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer text-xs text-soft">{texts.asTable}</summary>
        <table className="mt-2 w-full text-left">
          <thead className="sr-only">
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{texts.people}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {days.toReversed().map(({ day, members }) => (
              <tr key={day}>
                <td className="py-1">{formatDay(day)}</td>
                <td className="tabular py-1 text-right">{formatCount(members)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
