import { useMutation } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { judgeDraftSpam } from '../../api/content/checks.ts'
import type { ContentChecks, SpamCheck, SpamChecks } from '../../api/content/checks.ts'
import type { Draft } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { formatSum } from '../../format/number.ts'
import { emailChecks } from './email-checks.texts.ts'

const { spam: texts } = emailChecks

/** Asks SpamAssassin by a button, if the operator has one. */
export function SpamChecker({ draft }: { draft: Draft }) {
  const { api } = useProject()
  return (
    <AskSpam check={() => judgeDraftSpam(api, draft)}>{(checks) => <Judgement checks={checks} />}</AskSpam>
  )
}

type SpamOfEmailsProps = {
  check: () => Promise<SpamChecks>
  /** The name of an email among several. */
  nameOf: (email: SpamCheck) => string
}

/** Shows a judgement for each of several emails. */
export const SpamOfEmails = ({ check, nameOf }: SpamOfEmailsProps) => (
  <AskSpam check={check}>
    {({ emails }) =>
      emails.map((email) => (
        <div key={`${email.field} ${email.language}`} className="flex flex-col gap-2">
          {emails.length > 1 && <h3 className="font-medium">{nameOf(email)}</h3>}
          <Judgement checks={email} />
        </div>
      ))
    }
  </AskSpam>
)

type AskSpamProps<Answer> = { check: () => Promise<Answer>; children: (answer: Answer) => ReactNode }

function AskSpam<Answer>({ check, children }: AskSpamProps<Answer>) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: check })
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-48 flex-1 text-soft">{texts.hint}</p>
        <Button size="small" icon={<ShieldQuestion />} isBusy={isPending} onClick={() => mutate()}>
          {texts.check}
        </Button>
      </div>
      {error && !isPending && <ErrorNotice error={error} />}
      {data !== undefined && !isPending && children(data)}
    </section>
  )
}

function Judgement({ checks: { spam, findings } }: { checks: Pick<ContentChecks, 'spam' | 'findings'> }) {
  if (!spam) return <p role="status">{findings.find(({ code }) => code === 'SPAM_NOT_CHECKED')?.message}</p>
  return (
    <>
      <p role="status" className="font-medium">
        {texts.score(formatSum(spam.score), formatSum(spam.threshold))}
      </p>
      <ul className="flex flex-col gap-2">
        {spam.rules.map(({ name, points, description }) => (
          <li key={name} className="flex items-start gap-3">
            <span className="w-12 shrink-0 text-right tabular-nums">{formatSum(points)}</span>
            <div className="min-w-0 grow">
              <p className="break-words">{description}</p>
              <p className="break-all text-soft">{name}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
