import type { Contact } from '../../api/audience/contacts.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Avatar } from '../../components/avatar.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { contacts as texts } from './contacts.texts.ts'

const TONES: Record<Contact['subscriptionState'], Tone> = {
  SUBSCRIBED: 'good',
  LEFT: 'bad',
  PENDING: 'warn',
  NEVER_ASKED: 'neutral',
}

export function SubscriptionBadge({ state }: { state: Contact['subscriptionState'] }) {
  return <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
}

export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

export function contactColumns(keys: readonly string[]): Column<Contact>[] {
  return [
    {
      id: 'email',
      header: texts.columns.email,
      sort: 'email',
      width: 'minmax(11rem, 2fr)',
      cell: ({ id, email }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="max-md:hidden">
            <Avatar name={email} />
          </span>
          <RecordLink kind="contact" id={id} className="truncate font-medium hover:underline">
            {email}
          </RecordLink>
        </span>
      ),
    },
    {
      id: 'state',
      header: texts.columns.state,
      width: 'minmax(8rem, 0.8fr)',
      cell: ({ subscriptionState }) => <SubscriptionBadge state={subscriptionState} />,
    },
    ...keys.map((key): Column<Contact> => ({
      id: `data.${key}`,
      header: key,
      isWideOnly: true,
      width: 'minmax(7rem, 1fr)',
      isSoft: true,
      cell: ({ data }) => formatValue(data[key]),
    })),
    {
      id: 'added',
      header: texts.columns.added,
      sort: 'createdAt',
      isWideOnly: true,
      width: '8rem',
      align: 'end',
      isSoft: true,
      cell: ({ createdAt }) => <DayTime at={createdAt} />,
    },
  ]
}
