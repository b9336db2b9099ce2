// The connections to mailbox providers, for the owner of the installation: whether they work, and why not.
import { useQuery } from '@tanstack/react-query'
import { instancePostmasterQuery, sndsQuery } from '../../../api/connections/postmaster.ts'
import type { InstancePostmaster, SndsFigures } from '../../../api/connections/postmaster.ts'
import { useProject } from '../../../app/use-project.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { Card } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { formatDay, Time } from '../../../format/time.tsx'
import { postmasterTexts as texts } from './postmaster.texts.ts'

const TONES = { off: 'neutral', waiting: 'neutral', good: 'good', failing: 'bad' } as const

export function PostmasterCard() {
  const { api } = useProject()
  const { data } = useQuery(instancePostmasterQuery(api))
  if (!data) return null
  const { google, snds } = data
  return (
    <>
      <Card title={texts.title}>
        <p className="mb-3 text-sm text-soft">{texts.text}</p>
        <ul className="flex flex-col gap-4">
          <Connection name={texts.google} setting="GOOGLE_POSTMASTER_CREDENTIALS" source={google}>
            {google.account !== null && texts.account(google.account)}
          </Connection>
          <Connection name={texts.snds} setting="SNDS_KEY" source={snds} />
        </ul>
      </Card>
      {google.domains.length > 0 && <DomainsCard domains={google.domains} />}
      {snds.state !== 'off' && <SndsCard />}
    </>
  )
}

type ConnectionProps = {
  name: string
  setting: string
  source: Omit<InstancePostmaster['snds'], 'lastDay'>
  children?: string | false
}

function Connection({ name, setting, source, children }: ConnectionProps) {
  const { state, problem, failingSince, succeededAt } = source
  return (
    <li className="flex flex-col gap-1 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{name}</span>
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      </span>
      {state === 'off' && <span className="text-soft">{texts.connect(setting)}</span>}
      {state === 'failing' && failingSince !== null && (
        <span className="break-words text-bad">
          {texts.failingSince} <Time at={failingSince} />: {problem}
        </span>
      )}
      {state !== 'off' && succeededAt !== null && (
        <span className="text-soft">
          {texts.lastSuccess}: <Time at={succeededAt} />
        </span>
      )}
      {children && <span className="break-words text-soft">{children}</span>}
    </li>
  )
}

type DomainRow = InstancePostmaster['google']['domains'][number]

function stateOf({ isReadable, isUsed, problem, lastDay }: DomainRow): string {
  if (!isReadable) return texts.unreadable
  if (!isUsed) return texts.unused
  return problem ?? (lastDay === null ? texts.none : formatDay(lastDay))
}

const DOMAIN_COLUMNS: readonly PlainColumn<DomainRow>[] = [
  { id: 'domain', header: texts.domain, cell: ({ domain }) => <span className="break-all">{domain}</span> },
  { id: 'last', header: texts.lastDay, isSoft: true, cell: stateOf },
]

const DomainsCard = ({ domains }: { domains: readonly DomainRow[] }) => (
  <Card title={texts.domains} isFlush>
    <PlainTable label={texts.domains} columns={DOMAIN_COLUMNS} rows={domains} idOf={({ domain }) => domain} />
  </Card>
)

const VERDICTS = { green: 'good', yellow: 'warn', red: 'bad' } as const

type SndsRow = SndsFigures['days'][number]

const SNDS_COLUMNS: readonly PlainColumn<SndsRow>[] = [
  {
    id: 'address',
    header: texts.address,
    cell: ({ address }) => <span className="break-all">{address}</span>,
  },
  { id: 'day', header: texts.day, isSoft: true, cell: ({ date }) => formatDay(date) },
  {
    id: 'verdict',
    header: texts.verdict,
    cell: ({ verdict }) => <Badge tone={VERDICTS[verdict]}>{texts.verdicts[verdict]}</Badge>,
  },
  { id: 'complaints', header: texts.complaints, cell: ({ complaintRate }) => complaintRate },
  { id: 'traps', header: texts.traps, align: 'end', cell: ({ trapHits }) => formatCount(trapHits) },
  {
    id: 'recipients',
    header: texts.recipients,
    align: 'end',
    cell: ({ recipients }) => formatCount(recipients),
  },
]

/** More fill the page, and the API has them. */
const MOST_ROWS = 100

function SndsCard() {
  const { api } = useProject()
  const { data } = useQuery(sndsQuery(api))
  if (!data || (data.days.length === 0 && data.blocks.length === 0)) return null
  const { days, blocks } = data
  return (
    <Card title={texts.addresses} isFlush={days.length > 0}>
      {blocks.length > 0 && (
        <div className={days.length > 0 ? 'px-4 pt-3 text-sm text-bad' : 'text-sm text-bad'}>
          <p>{texts.blocked}</p>
          <ul className="list-disc pl-5">
            {blocks.map(({ first, last, reason }) => (
              <li key={`${first} ${last}`} className="break-words">
                {first === last ? first : `${first} – ${last}`}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {days.length > 0 && (
        <PlainTable
          label={texts.addresses}
          columns={SNDS_COLUMNS}
          rows={days.slice(0, MOST_ROWS)}
          idOf={({ address, date }) => `${address} ${date}`}
        />
      )}
    </Card>
  )
}
