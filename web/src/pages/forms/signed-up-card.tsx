import { getRouteApi } from '@tanstack/react-router'
import { EMAIL_KEY } from '../../../../src/features/forms/forms.values.ts'
import { signedUpQuery } from '../../api/audience/forms.ts'
import type { Form, SignedUp } from '../../api/audience/forms.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Card } from '../../components/page.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { formatValue } from '../../patterns/contact/format-value.ts'
import { SubscriptionBadge } from '../../patterns/contact/subscription-badge.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { signedUpTexts as texts } from './forms.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/forms/$formId')

/** The people behind the numbers. */
export function SignedUpCard({ form }: { form: Form }) {
  const { api } = useProject()
  const { q: search } = route.useSearch()
  const list = useList(signedUpQuery(api, form.id, search), 'contacts')
  const { total } = list
  return (
    <Card
      title={texts.title}
      isFlush
      actions={
        <span role="status" className="tabular text-sm text-soft">
          {total === undefined ? '' : texts.count(total)}
        </span>
      }
    >
      <p className="px-4 pb-3 text-sm text-soft">{texts.text}</p>
      <div className="px-4 pb-3">
        <ListSearch label={listTexts.searchByAddress} />
      </div>
      <PlainList
        label={texts.label}
        list={list}
        columns={columnsFor(form)}
        empty={search === undefined ? texts.empty : listTexts.nothing.title}
      />
    </Card>
  )
}

// More do not fit beside the address on a small screen; the page of the contact has all of them.
const MOST_FIELDS = 3

const DATA_PREFIX = 'data.'

function columnsFor({ fields }: Form): PlainColumn<SignedUp>[] {
  const asked = fields.filter(({ key }) => key !== EMAIL_KEY).slice(0, MOST_FIELDS)
  return [
    {
      id: 'email',
      header: texts.columns.email,
      cell: ({ id, email }) => (
        <RecordLink kind="contact" id={id}>
          {email}
        </RecordLink>
      ),
    },
    {
      id: 'state',
      header: texts.columns.state,
      cell: ({ subscriptionState }) => <SubscriptionBadge state={subscriptionState} />,
    },
    ...asked.map(({ key, label }): PlainColumn<SignedUp> => ({
      id: key,
      header: label,
      isSoft: true,
      cell: ({ data }) => formatValue(data[key.slice(DATA_PREFIX.length)]),
    })),
    {
      id: 'signedUp',
      header: texts.columns.signedUp,
      isSoft: true,
      cell: ({ signedUpAt }) => <DayTime at={signedUpAt} />,
    },
  ]
}
