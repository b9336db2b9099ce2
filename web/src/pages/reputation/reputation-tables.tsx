import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Card } from '../../components/page.tsx'
import { formatCount, formatSmallShare } from '../../format/number.ts'
import { receiverNames } from '../../patterns/destinations/receivers.texts.ts'
import type { Reputation } from '../../api/sending/reputation.ts'
import { reputation as texts } from './reputation.texts.ts'

type ProviderRow = Reputation['providers'][number]
type SenderRow = Reputation['senders'][number]
type CountedRow = Pick<
  ProviderRow,
  | 'emails'
  | 'accepted'
  | 'deferred'
  | 'bounced'
  | 'complained'
  | 'bounceRate'
  | 'deferralRate'
  | 'complaintRate'
>

const withShare = (count: number, share: number | null): string =>
  share === null || count === 0 ? formatCount(count) : `${formatCount(count)} (${formatSmallShare(share)})`

const counts: readonly PlainColumn<CountedRow>[] = [
  { id: 'emails', header: texts.table.emails, align: 'end', cell: ({ emails }) => formatCount(emails) },
  {
    id: 'accepted',
    header: texts.table.accepted,
    align: 'end',
    cell: ({ accepted }) => formatCount(accepted),
  },
  {
    id: 'deferred',
    header: texts.table.deferred,
    align: 'end',
    cell: ({ deferred, deferralRate }) => withShare(deferred, deferralRate),
  },
  {
    id: 'bounced',
    header: texts.table.bounced,
    align: 'end',
    cell: ({ bounced, bounceRate }) => withShare(bounced, bounceRate),
  },
  {
    id: 'complained',
    header: texts.table.complained,
    align: 'end',
    cell: ({ complained, complaintRate }) => withShare(complained, complaintRate),
  },
]

const PROVIDER_COLUMNS: readonly PlainColumn<ProviderRow>[] = [
  {
    id: 'provider',
    header: texts.table.provider,
    cell: ({ provider }) => <span className="font-medium">{receiverNames[provider]}</span>,
  },
  ...counts,
]

export const ProvidersCard = ({ providers }: Pick<Reputation, 'providers'>) => (
  <Card title={texts.table.providers} isFlush>
    <PlainTable
      label={texts.table.providers}
      columns={PROVIDER_COLUMNS}
      rows={providers}
      idOf={({ provider }) => provider}
    />
  </Card>
)

function nameOf({ transport, address }: SenderRow): string {
  const name = transport === null ? texts.table.server : (transport.name ?? texts.table.deleted)
  return address === null ? name : `${address} · ${name}`
}

const SENDER_COLUMNS: readonly PlainColumn<SenderRow>[] = [
  {
    id: 'sender',
    header: texts.table.sender,
    cell: (sender) => <span className="font-medium break-words">{nameOf(sender)}</span>,
  },
  ...counts,
]

export const SendersCard = ({ senders }: Pick<Reputation, 'senders'>) => (
  <Card title={texts.table.senders} isFlush>
    <PlainTable label={texts.table.senders} columns={SENDER_COLUMNS} rows={senders} idOf={({ id }) => id} />
  </Card>
)
