import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { breakdownQuery } from '../../../api/sending/campaigns.ts'
import type { Breakdown as BreakdownData, Campaign } from '../../../api/sending/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../format/number.ts'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { RateKind } from '../../../patterns/report/rate-level.ts'
import { RateMark } from '../../../patterns/report/rate-mark.tsx'
import { report } from './report.texts.ts'

const { breakdown: texts } = report

export function Breakdown({ campaign }: { campaign: Campaign }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(breakdownQuery(api, campaign))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 w-full rounded-xl" />
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Providers data={data} />
      <Bounces data={data} />
    </div>
  )
}

type Provider = BreakdownData['providers']['list'][number]
type Reason = BreakdownData['bounces']['list'][number]

const count = (name: 'emails' | 'delivered' | 'bounced' | 'complained') => ({
  id: name,
  header: texts[name],
  align: 'end' as const,
  cell: (provider: Provider) => formatCount(provider[name]),
})

/** Bounces are a share of all emails, spam reports of those that were delivered. */
const shareOf = (provider: Provider, name: 'bounced' | 'complained'): number => {
  const whole = name === 'bounced' ? provider.emails : provider.delivered
  return whole === 0 ? 0 : provider[name] / whole
}

const marked = (name: 'bounced' | 'complained', kind: RateKind) => ({
  ...count(name),
  cell: (provider: Provider) => (
    <span className="inline-flex flex-col items-end">
      {formatCount(provider[name])}
      <span className="text-xs">
        <RateMark kind={kind} rate={shareOf(provider, name)} />
      </span>
    </span>
  ),
})

function Providers({ data: { providers } }: { data: BreakdownData }) {
  return (
    <SampledCard title={texts.providers} sample={providers} none={texts.none}>
      <PlainTable
        label={texts.providerList}
        rows={providers.list}
        idOf={({ name }) => name ?? ''}
        columns={[
          { id: 'name', header: texts.provider, cell: ({ name }) => name ?? texts.others },
          count('emails'),
          count('delivered'),
          marked('bounced', 'bounces'),
          marked('complained', 'complaints'),
        ]}
      />
    </SampledCard>
  )
}

function Bounces({ data: { bounces } }: { data: BreakdownData }) {
  return (
    <SampledCard title={texts.bounces} sample={bounces} none={texts.noBounces}>
      <PlainTable<Reason>
        label={texts.bounceList}
        rows={bounces.list}
        idOf={({ reason, code }) => `${code} ${reason}`}
        columns={[
          { id: 'reason', header: texts.reason, cell: ({ reason }) => reason },
          {
            id: 'count',
            header: texts.count,
            align: 'end',
            cell: ({ count: emails }) => formatCount(emails),
          },
        ]}
      />
    </SampledCard>
  )
}

type Sample = { list: readonly unknown[]; looked: number; isSampled: boolean }

type SampledCardProps = { title: string; sample: Sample; none: string; children: ReactNode }

function SampledCard({ title, sample: { list, looked, isSampled }, none, children }: SampledCardProps) {
  const isEmpty = list.length === 0
  return (
    <Card title={title} isFlush={!isEmpty}>
      {isEmpty ? <p className="text-sm text-soft">{none}</p> : children}
      {isSampled && (
        <p className="border-t border-line px-4 py-3 text-xs text-soft">
          {texts.sampled(formatCount(looked))}
        </p>
      )}
    </Card>
  )
}
