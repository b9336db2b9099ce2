import { useState } from 'react'
import type { ReactNode } from 'react'
import { consentListQuery } from '../../api/contacts.ts'
import { emailListQuery } from '../../api/emails.ts'
import { contactEventsQuery } from '../../api/events.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Time } from '../../format/time.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { EventRow } from '../../patterns/event/event-row.tsx'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { ConsentRow } from './consent/consent-history.tsx'
import { consentTexts } from './consent/consent.texts.ts'
import { contacts as texts } from './contacts.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import type { LoadedList } from '../../patterns/list/use-list.ts'

const { detail } = texts

export function ContactHistory({ contactId }: { contactId: string }) {
  const [tab, setTab] = useState<'emails' | 'events' | 'consent'>('emails')
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-panel shadow-raised">
      <Tabs
        label={detail.history}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'emails', label: detail.emails, content: <ContactEmails contactId={contactId} /> },
          { value: 'events', label: detail.events, content: <ContactEvents contactId={contactId} /> },
          {
            value: 'consent',
            label: consentTexts.history.title,
            content: <ContactConsent contactId={contactId} />,
          },
        ]}
      />
    </section>
  )
}

function ContactEmails({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const list = useList(emailListQuery(api, { contactId }), 'emails')
  return (
    <History list={list} none={detail.noEmails}>
      {list.rows.map((email) => (
        <li key={email.id}>
          <RecordLink
            kind="email"
            id={email.id}
            className="flex items-center gap-3 px-4 py-3 text-sm outline-offset-[-3px] hover:bg-hover"
          >
            <span className="min-w-0 grow truncate font-medium">{email.subject || emailTexts.noSubject}</span>
            <EmailStatusBadge status={email.status} heldFor={email.heldFor} />
            <span className="w-24 shrink-0 text-right text-xs text-soft">
              <Time at={email.createdAt} />
            </span>
          </RecordLink>
        </li>
      ))}
    </History>
  )
}

function ContactEvents({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const list = useList(contactEventsQuery(api, contactId), 'events')
  return (
    <History list={list} none={detail.noEvents}>
      {list.rows.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </History>
  )
}

function ContactConsent({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const list = useList(consentListQuery(api, contactId), 'consent')
  return (
    <History list={list} none={consentTexts.history.none}>
      {list.rows.map((change) => (
        <ConsentRow key={`${change.what} ${change.topic} ${change.at}`} change={change} />
      ))}
    </History>
  )
}

type HistoryProps = {
  list: LoadedList<unknown>
  none: string
  children: ReactNode
}

function History({ list, none, children }: HistoryProps) {
  const { query, rows } = list
  if (query.isPending) return <RowSkeletons />
  if (rows.length === 0 && !query.isError) return <p className="p-8 text-center text-sm text-soft">{none}</p>
  return (
    <>
      <ul className="divide-y divide-line">{children}</ul>
      {query.isError && (
        <div className="p-4">
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      <ShowMore list={list} />
    </>
  )
}
