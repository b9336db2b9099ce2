import type { Contact } from '../../api/audience/contacts.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Avatar } from '../../components/avatar.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { formatValue } from '../../patterns/contact/format-value.ts'
import { SubscriptionBadge } from '../../patterns/contact/subscription-badge.tsx'
import { contacts as texts } from './contacts.texts.ts'

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
