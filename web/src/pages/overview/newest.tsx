import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { emailListQuery } from '../../api/sending/emails.ts'
import { eventListQuery } from '../../api/audience/events.ts'
import { pollAtTop } from '../../api/client/lists.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { Card } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { EventRow } from '../../patterns/event/event-row.tsx'
import { overview as texts } from './overview.texts.ts'

const SHOWN = 8

export function NewestEmails() {
  const { api } = useProject()
  const { data } = useInfiniteQuery({ ...emailListQuery(api), refetchInterval: pollAtTop })
  const emails = data?.pages[0]?.emails.slice(0, SHOWN)
  return (
    <NewestCard
      title={texts.newest}
      to="/app/p/$projectId/emails"
      all={texts.all}
      isEmpty={emails?.length === 0}
    >
      {emails?.map((email) => (
        <li key={email.id}>
          <RecordLink
            kind="email"
            id={email.id}
            className="flex items-center gap-3 px-4 py-2.5 text-sm outline-offset-[-3px] hover:bg-hover"
          >
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{email.to}</span>
              <span className="block truncate text-xs text-soft">
                {email.subject || emailTexts.noSubject}
              </span>
            </span>
            <EmailStatusBadge status={email.status} heldFor={email.heldFor} />
            <span className="w-20 shrink-0 text-right text-xs text-soft">
              <Time at={email.createdAt} />
            </span>
          </RecordLink>
        </li>
      ))}
    </NewestCard>
  )
}

export function NewestEvents() {
  const { api } = useProject()
  const { data } = useInfiniteQuery({ ...eventListQuery(api), refetchInterval: pollAtTop })
  const events = data?.pages[0]?.events.slice(0, SHOWN)
  return (
    <NewestCard
      title={texts.activity}
      to="/app/p/$projectId/activity"
      all={texts.allActivity}
      isEmpty={events?.length === 0}
    >
      {events?.map((event) => (
        <EventRow key={event.id} event={event} showsEmail />
      ))}
    </NewestCard>
  )
}

type NewestCardProps = {
  title: string
  to: '/app/p/$projectId/emails' | '/app/p/$projectId/activity'
  all: string
  isEmpty: boolean
  children: ReactNode
}

function NewestCard({ title, to, all, isEmpty, children }: NewestCardProps) {
  const { project } = useProject()
  return (
    <Card
      title={title}
      isFlush
      actions={
        <span className="-mr-2">
          <Link
            to={to}
            params={{ projectId: project.id }}
            className={buttonClass({ look: 'quiet', size: 'small' })}
          >
            {all}
            <ArrowRight />
          </Link>
        </span>
      }
    >
      {isEmpty && <p className="px-4 pb-4 text-sm text-soft">{texts.nothing}</p>}
      <ul className="divide-y divide-line border-t border-line">{children}</ul>
    </Card>
  )
}
