import type { UseQueryResult } from '@tanstack/react-query'
import type { Campaign, Statistics } from '../../../api/sending/campaigns.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { formatCount, formatShare, formatSmallShare } from '../../../format/number.ts'
import { Card, PageBody } from '../../../components/page.tsx'
import { HoldoutComparison } from '../../../patterns/holdout/holdout-comparison.tsx'
import { holdoutTexts } from '../../../patterns/holdout/holdout.texts.ts'
import { RateMark } from '../../../patterns/report/rate-mark.tsx'
import { ArchiveCard } from './archive-card.tsx'
import { BestHourCard } from './best-hour-card.tsx'
import { Breakdown } from './breakdown.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { EngagementChart } from './readers/engagement-chart.tsx'
import { Funnel } from './funnel.tsx'
import { GoalCard } from './goal-card.tsx'
import { LinksCard } from './readers/links-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { report } from './report.texts.ts'
import { TestResult } from './test-result.tsx'

const { figures: texts } = report

type FiguresTabProps = { campaign: Campaign; statistics: UseQueryResult<Statistics> }

export function FiguresTab({ campaign, statistics }: FiguresTabProps) {
  const { data, error, refetch, dataUpdatedAt } = statistics
  if (error && !data) {
    return (
      <div className="p-6">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <PageBody>
      {campaign.status === 'SENDING' && (
        // The key resets the rate after a pause.
        <ProgressCard
          key={String(campaign.paused)}
          campaign={campaign}
          statistics={data}
          at={dataUpdatedAt}
        />
      )}
      {data ? <Tiles statistics={data} /> : <Skeleton className="h-24 w-full rounded-xl" />}
      {data && <GoalCard campaign={campaign} statistics={data} />}
      {data?.holdout && (
        <Card title={holdoutTexts.title} isFlush>
          <HoldoutComparison result={data.holdout} notice={holdoutTexts.campaign} />
        </Card>
      )}
      {data && <TestResult campaign={campaign} statistics={data} />}
      {data && <BestHourCard statistics={data} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <EngagementChart campaign={campaign} statistics={data} />
        {data ? <Funnel statistics={data} /> : <Skeleton className="h-72 w-full rounded-xl" />}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <LinksCard links={data?.links} />
          <ComparisonCard campaign={campaign} />
        </div>
        <Breakdown campaign={campaign} />
      </div>
      <ArchiveCard campaign={campaign} />
      {data && (
        <p className="text-xs text-soft">
          {texts.notice} {data.testRecipients > 0 && texts.tests(data.testRecipients)}
        </p>
      )}
    </PageBody>
  )
}

function Tiles({ statistics: s }: { statistics: Statistics }) {
  const tiles = [
    { name: texts.delivered, count: s.delivered, rate: `${formatShare(s.deliveryRate)} ${texts.ofSent}` },
    {
      name: texts.opened,
      count: s.opened,
      rate: `${formatShare(s.openRate)} ${texts.ofDelivered}`,
      note: texts.people(formatCount(s.humanOpens)),
    },
    {
      name: texts.clicked,
      count: s.clicked,
      rate: `${formatShare(s.clickRate)} ${texts.ofDelivered}`,
      note: texts.people(formatCount(s.humanClicks)),
    },
    {
      name: texts.bounced,
      count: s.bounced,
      rate: `${formatSmallShare(s.bounceRate)} ${texts.ofSent}`,
      note: <RateMark kind="bounces" rate={s.bounceRate} />,
    },
    {
      name: texts.unsubscribed,
      count: s.unsubscribed,
      rate: `${formatSmallShare(s.unsubscribeRate)} ${texts.ofDelivered}`,
    },
    {
      name: texts.complained,
      count: s.complained,
      rate: `${formatSmallShare(s.complaintRate)} ${texts.ofDelivered}`,
      note: <RateMark kind="complaints" rate={s.complaintRate} />,
    },
  ]
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ name, count, rate, note }) => (
        <li key={name}>
          <Card>
            <p className="text-xs font-medium text-soft">{name}</p>
            <p className="tabular mt-0.5 text-2xl font-semibold tracking-[-0.02em]">{formatCount(count)}</p>
            <p className="tabular truncate text-xs text-soft">{rate}</p>
            {/* Always a line, so that all tiles have one height. */}
            <p className="tabular min-h-[1.5em] truncate text-xs text-soft">{note}</p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
