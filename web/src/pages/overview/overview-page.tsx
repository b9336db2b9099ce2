import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { contactListQuery } from '../../api/contacts.ts'
import { emailListQuery } from '../../api/emails.ts'
import { eventListQuery } from '../../api/events.ts'
import { healthQuery } from '../../api/health.ts'
import type { Health } from '../../api/health.ts'
import { totalOf, whileAtTop } from '../../api/lists.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { buttonClass } from '../../components/forms/button.tsx'
import { formatCount, formatSmallShare } from '../../components/number.ts'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Time } from '../../components/time.tsx'
import { EmailStatusBadge } from '../../patterns/email-status.tsx'
import { emailTexts } from '../../patterns/email.texts.ts'
import { EventRow } from '../../patterns/event-row.tsx'
import { overview as texts } from './overview.texts.ts'

const SHOWN = 8

export function OverviewPage() {
  const { api } = useProject()
  const { data: health } = useQuery(healthQuery(api))
  const contacts = useInfiniteQuery(contactListQuery(api))
  const emails = useInfiniteQuery({ ...emailListQuery(api), refetchInterval: whileAtTop })
  const total = totalOf(emails.data)
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <PageBody>
        {total === 0 && <FirstSteps />}
        <div className="grid gap-4 sm:grid-cols-3">
          <Figure name={texts.day} value={health?.emails24h} />
          <Figure name={texts.emails} value={health?.emails7d} />
          <Figure name={texts.people} value={totalOf(contacts.data)} />
        </div>
        {health && <Reputation health={health} />}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <NewestEmails />
          <NewestEvents />
        </div>
      </PageBody>
    </Page>
  )
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <Card>
      <p className="text-xs font-medium text-soft">{name}</p>
      {value === undefined ? (
        <Skeleton className="mt-1 h-8 w-24" />
      ) : (
        <p className="tabular mt-0.5 text-2xl font-semibold tracking-[-0.02em]">{formatCount(value)}</p>
      )}
    </Card>
  )
}

const TONES: Record<Health['state'], Tone> = { GOOD: 'good', WARNED: 'warn', PAUSED: 'bad' }

/** At these rates the server pauses marketing email (health-verdict.ts there): the far end of each bar. */
const LIMITS = { bounces: 0.05, complaints: 0.003 }

function Reputation({ health }: { health: Health }) {
  const count = texts.health.of(formatCount(health.emails7d))
  return (
    <Card
      title={texts.health.title}
      actions={<Badge tone={TONES[health.state]}>{texts.health.states[health.state]}</Badge>}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Gauge name={texts.health.bounces} rate={health.bounceRate7d} limit={LIMITS.bounces} detail={count} />
        <Gauge
          name={texts.health.complaints}
          rate={health.complaintRate7d}
          limit={LIMITS.complaints}
          detail={count}
        />
      </div>
      {health.state !== 'GOOD' && <p className="mt-4 text-sm text-soft">{health.advice}</p>}
    </Card>
  )
}

type GaugeProps = { name: string; rate: number; limit: number; detail: string }

function Gauge({ name, rate, limit, detail }: GaugeProps) {
  const share = Math.min(1, rate / limit)
  return (
    <div>
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span className="font-medium">{name}</span>
        <span className="tabular text-xs text-soft">
          <span className="text-sm font-semibold text-text">{formatSmallShare(rate)}</span> {detail} ·{' '}
          {texts.health.limit(formatSmallShare(limit))}
        </span>
      </p>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(rate, limit)}
        aria-valuetext={formatSmallShare(rate)}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-neutral-soft"
      >
        <div
          className={
            share < 0.5
              ? 'h-full rounded-full bg-good'
              : share < 1
                ? 'h-full rounded-full bg-warn'
                : 'h-full rounded-full bg-bad'
          }
          style={{ width: `${Math.max(1.5, share * 100)}%` }}
        />
      </div>
    </div>
  )
}

function NewestEmails() {
  const { api, project } = useProject()
  const { data } = useInfiniteQuery(emailListQuery(api))
  const emails = data?.pages[0]?.emails.slice(0, SHOWN)
  return (
    <Card
      title={texts.newest}
      isFlush
      actions={
        <MoreLink>
          <Link
            to="/app/p/$projectId/emails"
            params={{ projectId: project.id }}
            className={buttonClass({ look: 'quiet', size: 'small' })}
          >
            {texts.all}
            <ArrowRight />
          </Link>
        </MoreLink>
      }
    >
      {emails?.length === 0 && <p className="px-4 pb-4 text-sm text-soft">{texts.nothing}</p>}
      <ul className="divide-y divide-line border-t border-line">
        {emails?.map((email) => (
          <li key={email.id}>
            <Link
              to="/app/p/$projectId/emails/$emailId"
              params={{ projectId: project.id, emailId: email.id }}
              className="flex items-center gap-3 px-4 py-2.5 text-sm outline-offset-[-3px] hover:bg-hover"
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{email.to}</span>
                <span className="block truncate text-xs text-soft">
                  {email.subject || emailTexts.noSubject}
                </span>
              </span>
              <EmailStatusBadge status={email.status} />
              <span className="w-20 shrink-0 text-right text-xs text-soft">
                <Time at={email.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const MoreLink = ({ children }: { children: ReactNode }) => <span className="-mr-2">{children}</span>

function NewestEvents() {
  const { api, project } = useProject()
  const { data } = useInfiniteQuery({ ...eventListQuery(api), refetchInterval: whileAtTop })
  const events = data?.pages[0]?.events.slice(0, SHOWN)
  return (
    <Card
      title={texts.activity}
      isFlush
      actions={
        <MoreLink>
          <Link
            to="/app/p/$projectId/activity"
            params={{ projectId: project.id }}
            className={buttonClass({ look: 'quiet', size: 'small' })}
          >
            {texts.allActivity}
            <ArrowRight />
          </Link>
        </MoreLink>
      }
    >
      {events?.length === 0 && <p className="px-4 pb-4 text-sm text-soft">{texts.nothing}</p>}
      <ul className="divide-y divide-line border-t border-line">
        {events?.map((event) => (
          <EventRow key={event.id} event={event} showsEmail />
        ))}
      </ul>
    </Card>
  )
}

function FirstSteps() {
  const { project } = useProject()
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-xl border border-line bg-accent-soft p-5">
      <Rocket className="size-5 text-accent-text" aria-hidden />
      <div className="min-w-0 grow">
        <h2 className="text-sm font-semibold">{texts.start.title}</h2>
        <p className="text-sm text-soft">{texts.start.text}</p>
      </div>
      <Link
        to="/app/p/$projectId/welcome"
        params={{ projectId: project.id }}
        className={buttonClass({ look: 'primary' })}
      >
        {texts.start.action}
      </Link>
    </section>
  )
}
