import { useState } from 'react'
import type { ReactNode } from 'react'
import { consentListQuery } from '../../../api/audience/contacts.ts'
import { emailListQuery } from '../../../api/sending/emails.ts'
import { contactEventsQuery } from '../../../api/audience/events.ts'
import type { Email } from '../../../api/sending/emails.ts'
import { RecordLink } from '../../../app/record-link.tsx'
import { useProject } from '../../../app/use-project.ts'
import { Badge } from '../../../components/notices/badge.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../../components/notices/skeleton.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { Time } from '../../../format/time.tsx'
import { EmailStatusBadge } from '../../../patterns/email/email-status.tsx'
import { emailTexts } from '../../../patterns/email/email.texts.ts'
import { EventRow } from '../../../patterns/event/event-row.tsx'
import { ShowMore } from '../../../patterns/list/show-more.tsx'
import { ConsentRow } from './consent/consent-history.tsx'
import { consentTexts } from './consent/consent.texts.ts'
import { contacts as texts } from '../contacts.texts.ts'
import { profile } from './profile.texts.ts'
import { useList } from '../../../patterns/list/use-list.ts'
import type { LoadedList } from '../../../patterns/list/use-list.ts'

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
        <EmailRow key={email.id} email={email} />
      ))}
    </History>
  )
}

/** Opens and clicks by machines do not count. */
const isBy = (email: Email, type: 'opened' | 'clicked'): boolean =>
  email.events.some((event) => event.type === type && event.data['verdict'] !== 'machine')

function EmailRow({ email }: { email: Email }) {
  const { id, subject, status, heldFor, campaignId, workflowId, templateId, createdAt } = email
  const links = [
    ['campaign', campaignId],
    ['workflow', workflowId],
    ['template', templateId],
  ] as const
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm hover:bg-hover">
      <div className="min-w-48 flex-1">
        <RecordLink kind="email" id={id} className="block truncate font-medium hover:underline">
          {subject || emailTexts.noSubject}
        </RecordLink>
        <p className="flex gap-2 text-xs text-soft empty:hidden">
          {links.map(
            ([kind, linked]) =>
              linked !== null && (
                <RecordLink key={kind} kind={kind} id={linked} className="text-accent-text hover:underline">
                  {profile.emails[kind]}
                </RecordLink>
              ),
          )}
        </p>
      </div>
      {isBy(email, 'clicked') && <Badge tone="accent">{profile.emails.clicked}</Badge>}
      {isBy(email, 'opened') && <Badge tone="info">{profile.emails.opened}</Badge>}
      <EmailStatusBadge status={status} heldFor={heldFor} />
      <span className="w-24 shrink-0 text-right text-xs text-soft">
        <Time at={createdAt} />
      </span>
    </li>
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
