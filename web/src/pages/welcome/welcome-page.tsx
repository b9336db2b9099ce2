// The first steps, by who takes them. For a developer: a key, a sample call with real values, "Send it", and the timeline of the sent email.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, BookOpen, ClipboardList, KeyRound, MailOpen, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { isInbox } from '../../api/accounts/account.ts'
import { emailContentQuery, emailQuery, sendEmail } from '../../api/sending/emails.ts'
import { createKey } from '../../api/project/keys.ts'
import { overviewQuery } from '../../api/project/overview.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { useStepTaker } from '../../patterns/first-steps/first-steps.ts'
import type { StepTaker } from '../../patterns/first-steps/first-steps.ts'
import { firstStepsTexts as stepTexts } from '../../patterns/first-steps/first-steps.texts.ts'
import { StepList, StepProgress, stepsOf, StepTakerChoice } from '../../patterns/first-steps/step-list.tsx'
import { EmailFrame } from '../../patterns/email/email-frame.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { EmailTimeline } from '../../patterns/email/email-timeline.tsx'
import { SampleDataOffer } from '../../patterns/sample-data/sample-data.tsx'
import { SAMPLE_EMAIL, sendSamples, smtpSamples } from '../../patterns/curl/send-samples.ts'
import { welcome as texts } from './welcome.texts.ts'

/** Created keys by project, so that leaving the page does not lose them; a reload does. */
const createdKeys = new Map<string, string>()

export function WelcomePage() {
  const [taker, choose] = useStepTaker()
  return (
    <Page title={stepTexts.title}>
      <PageBody>
        <StepTakerChoice taker={taker} onChoose={choose} />
        {taker === undefined && (
          <Card>
            <SampleDataOffer isAlone />
          </Card>
        )}
        {taker === 'marketer' && <AudienceSteps />}
        {taker === 'developer' && <AppSteps />}
      </PageBody>
    </Page>
  )
}

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2 className="text-xl font-semibold tracking-[-0.015em]">{title}</h2>
      <p className="mt-1 text-sm text-soft">{text}</p>
    </div>
  )
}

function AudienceSteps() {
  const { project } = useProject()
  const { heading, text, form } = texts.audience
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <Heading title={heading} text={text} />
      <StepsCard taker="marketer">
        <Link to="/app/p/$projectId/forms" params={{ projectId: project.id }} className={LINK_LOOK}>
          <Step icon={<ClipboardList />} words={form} />
        </Link>
      </StepsCard>
    </div>
  )
}

/** A key, the call, and the email with its history. */
function AppSteps() {
  const { api, account } = useProject()
  const [message, setMessage] = useState({ ...SAMPLE_EMAIL, to: account.user.email })
  const [secret, setSecret] = useState(() => createdKeys.get(api.projectId))
  const send = useChange({ call: () => sendEmail(api, message) })
  const { publicUrl, smtpPort } = account.instance
  const key = secret ?? curlTexts.yourKey
  const samples = [
    ...sendSamples(publicUrl, key, message),
    ...smtpSamples({ publicUrl, smtpPort, key, email: message }),
  ]
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex flex-col gap-5">
        <Heading title={texts.heading} text={isInbox(account) ? texts.text : texts.textElsewhere} />
        <KeyCard secret={secret} onSecret={setSecret} />
        <Card title={texts.call.title}>
          <p className="mb-3 text-sm text-soft">{texts.call.text}</p>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              send.mutate()
            }}
          >
            <div className="mb-3 grid gap-3 sm:grid-cols-3">
              {(['to', 'from', 'subject'] as const).map((name) => (
                <TextField
                  key={name}
                  label={texts[name]}
                  value={message[name]}
                  maxLength={254}
                  onText={(text) => setMessage({ ...message, [name]: text })}
                />
              ))}
            </div>
            <CodeSnippet samples={samples} />
            <div className="mt-4 flex justify-end">
              <Button type="submit" look="primary" size="large" icon={<Send />} isBusy={send.isPending}>
                {send.data === undefined ? texts.send : texts.sendAgain}
              </Button>
            </div>
          </form>
        </Card>
      </div>
      <div className="flex flex-col gap-5">
        {send.data === undefined ? <NoResult /> : <Result emailId={send.data} />}
        <StepsCard taker="developer">
          <a href="/docs" className={LINK_LOOK}>
            <Step icon={<BookOpen />} words={texts.docs} />
          </a>
        </StepsCard>
      </div>
    </div>
  )
}

function KeyCard({ secret, onSecret }: { secret: string | undefined; onSecret: (secret: string) => void }) {
  const { api, may } = useProject()
  const create = useMutation({
    mutationFn: () => createKey(api, { name: texts.key.name, kind: 'secret' }),
    onSuccess: ({ key }) => {
      if (key === null) return
      createdKeys.set(api.projectId, key)
      onSecret(key)
    },
  })
  return (
    <Card title={texts.key.title}>
      <p className="text-sm text-soft">{texts.key.text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {secret === undefined ? (
          <Button
            icon={<KeyRound />}
            isBusy={create.isPending}
            disabled={!may('admin')}
            onClick={() => create.mutate()}
          >
            {texts.key.make}
          </Button>
        ) : (
          <>
            <code className="min-w-0 truncate rounded-lg bg-sunken px-3 py-1.5 font-mono text-xs">
              {secret}
            </code>
            <CopyTextButton text={secret} label={texts.key.copy} />
          </>
        )}
      </div>
      {create.isError && (
        <div className="mt-3">
          <ErrorNotice error={create.error} />
        </div>
      )}
    </Card>
  )
}

function NoResult() {
  return (
    <Card title={texts.result.title}>
      <div className="flex flex-col items-center gap-3 py-10 text-center">
        <MailOpen className="size-6 text-faint" aria-hidden />
        <p className="max-w-60 text-sm text-soft">{texts.result.waiting}</p>
      </div>
    </Card>
  )
}

function Result({ emailId }: { emailId: string }) {
  const { api } = useProject()
  const { data: email, error } = useQuery(emailQuery(api, emailId))
  const content = useQuery({ ...emailContentQuery(api, emailId), enabled: email?.sentAt !== undefined })
  const refetch = content.refetch
  // Before sending, the API renders the content; afterwards it returns the sent one.
  useEffect(() => {
    if (email?.sentAt) void refetch()
  }, [email?.sentAt, refetch])
  if (!email) return error ? <ErrorNotice error={error} /> : <NoResult />
  const tookMs = email.sentAt === null ? undefined : Date.parse(email.sentAt) - Date.parse(email.createdAt)
  return (
    <Card title={texts.result.title} actions={<EmailStatusBadge status={email.status} />}>
      <p className="truncate text-sm font-medium">{email.subject}</p>
      <p className="mb-3 truncate text-xs text-soft">
        {email.from} → {email.to}
      </p>
      {content.data && <EmailFrame title={email.subject} html={content.data.html} width="desktop" />}
      <div className="mt-5">
        <EmailTimeline email={email} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-soft" role="status">
          {tookMs === undefined ? '' : texts.result.took(String(Math.max(0, tookMs)))}
        </p>
        <RecordLink kind="email" id={emailId} className={buttonClass({ size: 'small' })}>
          {texts.result.open}
          <ArrowRight />
        </RecordLink>
      </div>
    </Card>
  )
}

const LINK_LOOK = '-mx-2 mt-2 flex items-center gap-3 rounded-lg p-2 hover:bg-hover'

function StepsCard({ taker, children }: { taker: StepTaker; children: ReactNode }) {
  const { api } = useProject()
  const { data, error } = useQuery(overviewQuery(api))
  if (!data) return error ? <ErrorNotice error={error} /> : <Skeleton className="h-72 rounded-xl" />
  const steps = stepsOf(data, taker)
  return (
    <Card title={stepTexts.title} actions={<StepProgress steps={steps} />}>
      <StepList steps={steps} />
      {children}
      <SampleDataOffer />
    </Card>
  )
}

function Step({ icon, words: [title, text] }: { icon: ReactNode; words: string[] }) {
  return (
    <>
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg border border-line text-accent-text [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-xs text-soft">{text}</span>
      </span>
    </>
  )
}
