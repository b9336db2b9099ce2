import { useMemo } from 'react'
import { domainReportsPath } from '../../../api/connections/domain-reports.ts'
import type { DomainReports, ReportRange } from '../../../api/connections/domain-reports.ts'
import { loadable } from '../../../components/loadable.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { locale } from '../../../i18n/language.ts'
import { receiverNames } from '../../../patterns/destinations/receivers.texts.ts'
import { DownloadReport } from '../../../patterns/report/download-report.tsx'
import { domainReportTexts as texts } from './domain-reports.texts.ts'

const TimeChart = loadable(async () => (await import('../../../components/chart/time-chart.tsx')).TimeChart)

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

type MessagesProps = { data: DomainReports; domainId: string; range: ReportRange }

/** Reports come a day or two later: a chart up to today would always end in a fall. */
function untilLastReport(days: DomainReports['days']): DomainReports['days'] {
  const last = days.findLastIndex(({ messages }) => messages > 0)
  return last < 0 ? days : days.slice(0, last + 1)
}

export function MessagesCard({ data, domainId, range }: MessagesProps) {
  const { totals } = data
  const days = useMemo(() => untilLastReport(data.days), [data.days])
  const times = useMemo(() => days.map(({ date }) => Date.parse(date)), [days])
  const series = useMemo(
    () => [
      {
        name: texts.chart.names.messages,
        values: days.map(({ messages }) => messages),
        tone: 'warn' as const,
        isFilled: true,
      },
      { name: texts.chart.names.passed, values: days.map(({ aligned }) => aligned), tone: 'good' as const },
      { name: texts.chart.names.ours, values: days.map(({ ours }) => ours), tone: 'accent' as const },
    ],
    [days],
  )
  return (
    <Card
      title={texts.chart.title}
      actions={
        <span className="flex items-center gap-3">
          <span className="text-xs whitespace-nowrap text-soft">{texts.chart.zone}</span>
          <DownloadReport
            size="small"
            name="domain-reports"
            path={domainReportsPath(domainId)}
            query={range}
          />
        </span>
      }
    >
      <TimeChart
        summary={texts.chart.summary(formatCount(totals.messages), formatCount(totals.aligned))}
        times={times}
        series={series}
        formatTime={(ms) => short.format(ms)}
        isDaily
        fallback={<Skeleton className="h-70 rounded-lg" />}
      />
    </Card>
  )
}

type ReceiverRow = DomainReports['receivers'][number]

const nameOf = (receiver: string): string =>
  receiver in receiverNames ? receiverNames[receiver as keyof typeof receiverNames] : receiver

const COLUMNS: readonly PlainColumn<ReceiverRow>[] = [
  {
    id: 'receiver',
    header: texts.receivers.receiver,
    cell: ({ receiver }) => <span className="font-medium">{nameOf(receiver)}</span>,
  },
  {
    id: 'sent',
    header: texts.receivers.sent,
    align: 'end',
    cell: ({ sent }) => (sent === null ? texts.receivers.unknown : formatCount(sent)),
  },
  { id: 'ours', header: texts.receivers.ours, align: 'end', cell: ({ ours }) => formatCount(ours) },
  {
    id: 'passed',
    header: texts.receivers.passed,
    align: 'end',
    cell: ({ oursAligned }) => formatCount(oursAligned),
  },
  {
    id: 'others',
    header: texts.receivers.others,
    align: 'end',
    cell: ({ messages, ours }) => formatCount(messages - ours),
  },
]

export const ReceiversCard = ({ receivers }: Pick<DomainReports, 'receivers'>) => (
  <Card title={texts.receivers.title} isFlush>
    <PlainTable
      label={texts.receivers.title}
      columns={COLUMNS}
      rows={receivers}
      idOf={({ receiver }) => receiver}
    />
  </Card>
)
