// The figures of Google about a domain. Without a connection there is nothing to show: only the owner of the installation can make one.
import { useQuery } from '@tanstack/react-query'
import { domainPostmasterQuery } from '../../../api/connections/postmaster.ts'
import type { GoogleDay, GoogleFigures } from '../../../api/connections/postmaster.ts'
import { useProject } from '../../../app/use-project.ts'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatSmallShare } from '../../../format/number.ts'
import { formatDay } from '../../../format/time.tsx'
import { googleTexts as texts } from './google.texts.ts'

const shareOf = (rate: number | null): string => (rate === null ? '–' : formatSmallShare(rate))

const COLUMNS: readonly PlainColumn<GoogleDay>[] = [
  { id: 'day', header: texts.day, cell: ({ date }) => formatDay(date) },
  { id: 'spam', header: texts.spam, align: 'end', cell: ({ spamRate }) => shareOf(spamRate) },
  { id: 'dmarc', header: texts.dmarc, align: 'end', cell: ({ dmarcRate }) => shareOf(dmarcRate) },
  { id: 'tls', header: texts.tls, align: 'end', cell: ({ tlsRate }) => shareOf(tlsRate) },
  { id: 'rejected', header: texts.rejected, align: 'end', cell: ({ rejectedRate }) => shareOf(rejectedRate) },
  { id: 'deferred', header: texts.deferred, align: 'end', cell: ({ deferredRate }) => shareOf(deferredRate) },
]

type GoogleCardProps = { domainId: string; range: { from: string } }

export function GoogleCard({ domainId, range }: GoogleCardProps) {
  const { api } = useProject()
  const { data } = useQuery(domainPostmasterQuery(api, domainId, range))
  if (!data || data.google.state === 'off') return null
  const { state, problem, compliance, days } = data.google
  const note = problem ?? (texts.states[state] || (days.length === 0 ? texts.none : ''))
  return (
    <Card title={texts.title} isFlush={days.length > 0}>
      <div
        className={days.length > 0 ? 'flex flex-col gap-2 px-4 pt-3 text-sm' : 'flex flex-col gap-2 text-sm'}
      >
        {note !== '' && <p className="text-soft">{note}</p>}
        {compliance !== null && <Compliance compliance={compliance} />}
      </div>
      {days.length > 0 && (
        <PlainTable
          label={texts.title}
          columns={COLUMNS}
          rows={days.toReversed()}
          idOf={({ date }) => date}
        />
      )}
    </Card>
  )
}

const nameOf = (requirement: string): string =>
  requirement in texts.requirements
    ? texts.requirements[requirement as keyof typeof texts.requirements]
    : requirement

function Compliance({ compliance }: { compliance: NonNullable<GoogleFigures['compliance']> }) {
  const open = compliance.filter(({ status }) => status === 'needs-work')
  if (open.length === 0) {
    const isWhole = compliance.some(({ status }) => status === 'compliant')
    return isWhole ? <p className="text-good">{texts.compliant}</p> : null
  }
  return (
    <div className="text-warn">
      <p>{texts.needsWork}</p>
      <ul className="list-disc pl-5">
        {open.map(({ requirement }) => (
          <li key={requirement}>{nameOf(requirement)}</li>
        ))}
      </ul>
    </div>
  )
}
