import { CircleAlert, CircleCheck, Info, RefreshCw, TriangleAlert } from 'lucide-react'
import { checkCampaignLinks } from '../../../../api/content/checks.ts'
import type { LinkCheck } from '../../../../api/content/checks.ts'
import type { Preflight, PreflightProblem } from '../../../../api/sending/campaigns.ts'
import { useProject } from '../../../../app/use-project.ts'
import { classes } from '../../../../components/classes.ts'
import { Button, buttonClass } from '../../../../components/forms/button.tsx'
import { ErrorNotice } from '../../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatBytes } from '../../../../format/number.ts'
import { Card, PageBody } from '../../../../components/page.tsx'
import { LinkChecker } from '../../../../patterns/email-checks/link-checks.tsx'
import { emailEditor } from '../../../../patterns/email-editor/email-editor.texts.ts'
import { ShowAsCurl } from '../../../../patterns/curl/show-as-curl.tsx'
import { campaigns } from '../../campaigns.texts.ts'
import { editor } from '../editor.texts.ts'
import { placeOf, placeOfProblem } from '../draft/problem-places.ts'
import { StepLink } from '../step-link.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { usePreflight } from './use-preflight.ts'

const { checks: texts } = editor

const ICONS = {
  error: <CircleAlert className="text-bad" />,
  warning: <TriangleAlert className="text-warn" />,
  info: <Info className="text-info" />,
}

export function ChecksStep({ draft }: { draft: CampaignDraft }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = usePreflight(draft)
  const { id } = draft.base
  const { api, may } = useProject()
  return (
    <PageBody>
      <Card
        title={texts.title}
        isFlush
        actions={
          <span className="flex gap-2">
            <ShowAsCurl
              calls={[{ name: campaigns.calls.check, method: 'POST', path: `/campaigns/${id}/preflight` }]}
            />
            <Button size="small" icon={<RefreshCw />} isBusy={isFetching} onClick={() => void refetch()}>
              {texts.again}
            </Button>
          </span>
        }
      >
        {draft.isDirty && <p className="px-4 pb-3 text-sm text-warn">{texts.unsaved}</p>}
        {error && !data && (
          <div className="p-4">
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {!data && !error && (
          <div className="p-4">
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {data && (
          <div aria-busy={isPlaceholderData} className={classes(isPlaceholderData && 'opacity-60')}>
            <Verdict preflight={data} />
            <ul className="divide-y divide-line border-t border-line">
              {data.problems.map((problem) => (
                <ProblemRow
                  key={`${problem.code} ${problem.field} ${problem.variable} ${problem.message}`}
                  problem={problem}
                />
              ))}
            </ul>
            <LinkChecker
              check={() => checkCampaignLinks(api, id)}
              isReadOnly={!may('member')}
              place={(link) => <LinkPlace {...link} />}
            />
          </div>
        )}
      </Card>
    </PageBody>
  )
}

function LinkPlace({ field, line }: LinkCheck) {
  if (line === null) return null
  const { step, variant } = placeOf(field)
  return (
    <StepLink to={{ step, variant, line }} className={buttonClass({ size: 'small' })}>
      {emailEditor.problems.show(line)}
    </StepLink>
  )
}

function Verdict({ preflight: { ready, problems, htmlBytes } }: { preflight: Preflight }) {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return (
    <div role="status" className="flex items-start gap-3 px-4 pb-4">
      {ready ? (
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden />
      ) : (
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" aria-hidden />
      )}
      <div className="text-sm">
        <p className="font-medium">{ready ? texts.ready : texts.errors(errors)}</p>
        <p className="text-soft">
          {ready && texts.readyText} {htmlBytes !== null && texts.size(formatBytes(htmlBytes))}
        </p>
      </div>
    </div>
  )
}

function ProblemRow({ problem }: { problem: PreflightProblem }) {
  const place = placeOfProblem(problem)
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <span className="mt-0.5 [&_svg]:size-4" role="img" aria-label={texts.levels[problem.severity]}>
        {ICONS[problem.severity]}
      </span>
      <div className="min-w-0 grow">
        <p className="break-words">{problem.message}</p>
        {problem.suggestion !== null && <p className="text-soft">{problem.suggestion}</p>}
      </div>
      {place && (
        <StepLink
          to={{
            step: place.step,
            pane: place.pane,
            variant: place.variant,
            line: problem.line ?? undefined,
          }}
          className={buttonClass({ size: 'small' })}
        >
          {problem.line === null ? texts.goTo[place.name] : emailEditor.problems.show(problem.line)}
        </StepLink>
      )}
    </li>
  )
}
