import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { emailListQuery } from '../../api/emails.ts'
import { contactEventsQuery } from '../../api/events.ts'
import { useProject } from '../../app/use-project.ts'
import { Tabs } from '../../components/tabs.tsx'
import { Time } from '../../components/time.tsx'
import { EmailStatusBadge } from '../../patterns/email-status.tsx'
import { emailTexts } from '../../patterns/email.texts.ts'
import { EventRow } from '../../patterns/event-row.tsx'
import { contacts as texts } from './contacts.texts.ts'

const { detail } = texts

export function ContactHistory({ contactId }: { contactId: string }) {
  const [tab, setTab] = useState<'emails' | 'events'>('emails')
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-panel shadow-raised">
      <Tabs
        label={detail.history}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'emails', label: detail.emails, content: <ContactEmails contactId={contactId} /> },
          { value: 'events', label: detail.events, content: <ContactEvents contactId={contactId} /> },
        ]}
      />
    </section>
  )
}

function ContactEmails({ contactId }: { contactId: string }) {
  const { api, project } = useProject()
  const { data } = useInfiniteQuery(emailListQuery(api, { contactId }))
  const emails = data?.pages.flatMap((page) => page.emails)
  if (emails?.length === 0) return <p className="p-8 text-center text-sm text-soft">{detail.noEmails}</p>
  return (
    <ul className="divide-y divide-line">
      {emails?.map((email) => (
        <li key={email.id}>
          <Link
            to="/app/p/$projectId/emails/$emailId"
            params={{ projectId: project.id, emailId: email.id }}
            className="flex items-center gap-3 px-4 py-3 text-sm outline-offset-[-3px] hover:bg-hover"
          >
            <span className="min-w-0 grow truncate font-medium">{email.subject || emailTexts.noSubject}</span>
            <EmailStatusBadge status={email.status} />
            <span className="w-24 shrink-0 text-right text-xs text-soft">
              <Time at={email.createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ContactEvents({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const { data } = useInfiniteQuery(contactEventsQuery(api, contactId))
  const events = data?.pages.flatMap((page) => page.events)
  if (events?.length === 0) return <p className="p-8 text-center text-sm text-soft">{detail.noEvents}</p>
  return (
    <ul className="divide-y divide-line">
      {events?.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ul>
  )
}
