import type { DomainReports } from '../../../api/connections/domain-reports.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { formatDay, Time } from '../../../format/time.tsx'
import { domainReportTexts as texts } from './domain-reports.texts.ts'

export const ReadinessCard = ({ data: { policy, readiness } }: { data: DomainReports }) => (
  <Card title={texts.readiness.title}>
    {policy !== null && <p className="text-sm text-soft">{texts.readiness.current(policy)}</p>}
    <ul className="mt-3 flex flex-col gap-3 text-sm">
      {readiness.map((one) => (
        <li key={one.policy} className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <code className="font-mono">p={one.policy}</code>
          <Badge tone={one.ready ? 'good' : 'neutral'}>
            {one.ready ? texts.readiness.ready : texts.readiness.notReady}
          </Badge>
          <p className="min-w-0 grow basis-64 text-soft">{one.reason}</p>
        </li>
      ))}
    </ul>
  </Card>
)

type TlsRow = DomainReports['tls']['results'][number]

const TLS_COLUMNS: readonly PlainColumn<TlsRow>[] = [
  {
    id: 'result',
    header: texts.tls.result,
    cell: ({ result, mx }) => (
      <span>
        <span className="font-medium">{result}</span>
        {mx !== null && <span className="block text-xs break-all text-soft">{mx}</span>}
      </span>
    ),
  },
  { id: 'reporter', header: texts.tls.reporter, isSoft: true, cell: ({ reporter }) => reporter },
  { id: 'sessions', header: texts.tls.sessions, align: 'end', cell: ({ sessions }) => formatCount(sessions) },
  { id: 'last', header: texts.tls.last, isSoft: true, cell: ({ lastDay }) => formatDay(lastDay) },
  { id: 'next', header: texts.tls.next, cell: ({ advice }) => advice },
]

export function TlsCard({ tls: { successful, failed, results } }: Pick<DomainReports, 'tls'>) {
  const [good, bad] = [formatCount(successful), formatCount(failed)]
  return (
    <Card title={texts.tls.title} isFlush={results.length > 0}>
      <p className={results.length > 0 ? 'px-4 pt-3 text-sm text-soft' : 'text-sm text-soft'}>
        {failed === 0 ? texts.tls.good(good) : texts.tls.failed(bad, good)}
      </p>
      {results.length > 0 && (
        <PlainTable
          label={texts.tls.title}
          columns={TLS_COLUMNS}
          rows={results}
          idOf={({ result, mx, reporter }) => `${result} ${mx ?? ''} ${reporter}`}
        />
      )}
    </Card>
  )
}

type UnreadRow = DomainReports['unread'][number]

const UNREAD_COLUMNS: readonly PlainColumn<UnreadRow>[] = [
  { id: 'from', header: texts.unread.from, cell: ({ from }) => from ?? texts.unread.nobody },
  { id: 'at', header: texts.unread.at, isSoft: true, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  { id: 'problem', header: texts.unread.problem, cell: ({ problem }) => problem },
]

export const UnreadCard = ({ unread }: Pick<DomainReports, 'unread'>) => (
  <Card title={texts.unread.title} isFlush>
    <PlainTable
      label={texts.unread.title}
      columns={UNREAD_COLUMNS}
      rows={unread}
      idOf={({ receivedAt, problem }) => `${receivedAt} ${problem}`}
    />
  </Card>
)
