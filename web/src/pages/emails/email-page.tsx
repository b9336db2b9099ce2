import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Ban, RotateCw } from 'lucide-react'
import { cancelEmail, emailQuery, resendEmail } from '../../api/sending/emails.ts'
import type { Email } from '../../api/sending/emails.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { RecordLink, useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { formatExact } from '../../format/time.tsx'
import { CopyButton, Copyable, CopyTextButton } from '../../components/copy-button.tsx'
import { Facts, Page } from '../../components/page.tsx'
import { curlOf } from '../../patterns/curl/curl.ts'
import { originFacts } from '../../patterns/email/email-origin.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { EmailTimeline } from '../../patterns/email/email-timeline.tsx'
import { EmailView } from '../../patterns/email/email-view.tsx'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { targetOfEmail } from '../../patterns/why/target-of-email.ts'
import { WhyButton } from '../../patterns/why/why-button.tsx'
import { emails as texts } from './emails.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/emails/$emailId')

export function EmailPage() {
  const { api } = useProject()
  const { emailId } = route.useParams()
  const { tab = 'html' } = route.useSearch()
  const { change } = usePageSearch()
  const query = useQuery(emailQuery(api, emailId))
  const { data: email } = query
  if (!email) return <RecordUnavailable query={query} />
  return (
    <Page
      title={email.subject || emailTexts.noSubject}
      subtitle={`${texts.detail.to} ${email.to}`}
      actions={
        <>
          <EmailStatusBadge status={email.status} heldFor={email.heldFor} />
          <EmailWhy email={email} />
          <EmailActions email={email} />
        </>
      }
    >
      <HeldNotice email={email} />
      <div className="flex min-h-0 grow flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
        {/* On phones the history must not jump when the email has loaded and grows. */}
        <div className="flex min-w-0 shrink-0 grow flex-col max-lg:min-h-[80vh] lg:shrink lg:overflow-y-auto">
          <EmailView
            api={api}
            emailId={email.id}
            tab={tab}
            onTab={(chosen) => change({ tab: chosen }, { replace: true })}
          />
        </div>
        <aside className="flex w-full shrink-0 flex-col gap-6 border-line bg-panel p-5 max-lg:border-t lg:w-96 lg:overflow-y-auto lg:border-l">
          <section>
            <h2 className="mb-4 text-sm font-semibold">{emailTexts.timeline}</h2>
            <EmailTimeline email={email} />
          </section>
          <section>
            <h2 className="mb-3 text-sm font-semibold">{texts.detail.identifiers}</h2>
            <EmailFacts email={email} />
          </section>
        </aside>
      </div>
    </Page>
  )
}

const LINK = 'truncate text-accent-text underline-offset-2 hover:underline'

function EmailFacts({ email }: { email: Email }) {
  const { account } = useProject()
  const { detail } = texts
  return (
    <>
      <Facts
        facts={[
          [detail.id, <Copyable key="id" text={email.id} label={detail.copyId} />],
          [detail.messageId, <Copyable key="message" text={email.messageId} label={detail.copyMessageId} />],
          [detail.from, email.from],
          [
            detail.recipient,
            <span key="to" className="flex min-w-0 items-center gap-1">
              {email.contactId === null ? (
                <span className="truncate">{email.to}</span>
              ) : (
                <RecordLink kind="contact" id={email.contactId} className={LINK}>
                  {email.to}
                </RecordLink>
              )}
              <CopyButton text={email.to} label={detail.copyAddress} />
            </span>,
          ],
          [detail.source, emailTexts.sources[email.source]],
          ...originFacts(email),
          [detail.transport, <TransportLink key="transport" of={email} />],
          [detail.attempts, String(email.attempts)],
          email.reason !== null &&
            email.heldFor === null && [detail.reason, <Reason key="reason" of={email.reason} />],
          email.tags.length > 0 && [
            detail.tags,
            <span key="tags" className="flex flex-wrap gap-1">
              {email.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </span>,
          ],
        ]}
      />
      <div className="mt-4">
        <CopyTextButton text={curlOf(account, `/emails/${email.id}`)} label={detail.asCurl} />
      </div>
    </>
  )
}

function Reason({ of: reason }: { of: string }) {
  const words = emailTexts.reason(reason)
  return (
    <span title={reason} className="whitespace-normal">
      {words}
    </span>
  )
}

function HeldNotice({ email: { heldFor, scheduledFor } }: { email: Email }) {
  const { project } = useProject()
  if (heldFor === null || scheduledFor === null) return null
  return (
    <Notice
      text={`${emailTexts.heldFor[heldFor]} ${emailTexts.until} ${formatExact(scheduledFor)}.`}
      hint={emailTexts.heldHints[heldFor]}
    >
      <Link
        to="/app/p/$projectId/settings"
        params={{ projectId: project.id }}
        search={{ tab: 'limits' }}
        className={buttonClass({ size: 'small' })}
      >
        {emailTexts.limits}
      </Link>
    </Notice>
  )
}

/** For an email that did not leave, or waits. */
function EmailWhy({ email }: { email: Email }) {
  const { contactId, to, subject, status, heldFor } = email
  const target = targetOfEmail(email)
  const isStopped = status === 'SUPPRESSED' || status === 'CANCELLED' || heldFor !== null
  if (!isStopped || contactId === null || !target) return null
  return (
    <WhyButton
      look="plain"
      contact={{ id: contactId, email: to }}
      target={target}
      name={subject || emailTexts.noSubject}
    />
  )
}

/** The transport by which the email leaves or left. */
function TransportLink({ of: { transport } }: { of: Email }) {
  if (transport === null) return texts.detail.thisServer
  return (
    <RecordLink kind="transport" id={transport.id} className={LINK}>
      {transport.name}
    </RecordLink>
  )
}

const CANCELLABLE: readonly Email['status'][] = ['QUEUED', 'SCHEDULED', 'DEFERRED']

function EmailActions({ email }: { email: Email }) {
  const { may } = useProject()
  const { open } = useRecordPages()
  const resend = useChange({
    call: (api) => resendEmail(api, email.id),
    done: texts.detail.resent,
    onSuccess: ({ id }) => open('email', id),
  })
  const cancel = useChange({
    call: (api) => cancelEmail(api, email.id),
    done: texts.detail.cancelled,
    refreshes: ['/emails'],
  })
  if (!may('member')) return null
  if (CANCELLABLE.includes(email.status)) {
    return (
      <Button look="danger" icon={<Ban />} isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        {texts.detail.cancel}
      </Button>
    )
  }
  return (
    <Button icon={<RotateCw />} isBusy={resend.isPending} onClick={() => resend.mutate()}>
      {texts.detail.resend}
    </Button>
  )
}
