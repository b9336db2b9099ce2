import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { checksQuery, runChecks } from '../../api/connections/checks.ts'
import type { CheckChange, Checks, ChecksPath } from '../../api/connections/checks.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { CheckRow } from './check-row.tsx'
import { CheckStateBadge } from './check-state.tsx'
import { checkTexts as texts } from './checks.texts.ts'
import { isProblem, sortResults } from './sort-results.ts'

type ChecksPageProps = {
  title: string
  path: ChecksPath
  /** Whether the person may ask for a run. */
  mayRun: boolean
  actions?: ReactNode
}

/** The results of the hourly checks with their remedies, and when their states changed. */
export function ChecksPage({ title, path, mayRun, actions }: ChecksPageProps) {
  const { api } = useProject()
  const [runAfter, setRunAfter] = useState<string | null>()
  const { data, error, refetch } = useQuery(checksQuery(api, path, runAfter))
  const isRunning = data !== undefined && data.checkedAt === runAfter
  const run = useChange({
    call: () => runChecks(api, path),
    record: checksQuery(api, path),
    onSuccess: ({ checkedAt }) => setRunAfter(checkedAt),
  })
  const isBusy = run.isPending || isRunning
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          {mayRun && (
            <Button icon={<RefreshCw />} isBusy={isBusy} onClick={() => run.mutate()}>
              {isBusy ? texts.running : texts.run}
            </Button>
          )}
        </>
      }
    >
      <PageBody>
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton className="h-40 rounded-xl" />}
        {data && <ChecksBody checks={data} />}
      </PageBody>
    </Page>
  )
}

function ChecksBody({ checks }: { checks: Checks }) {
  const { changes, checkedAt, nextCheckAt } = checks
  if (checkedAt === null) {
    return (
      <p role="status" className="rounded-xl bg-info-soft px-4 py-3 text-sm text-info">
        {nextCheckAt === null ? texts.none : texts.notYet}
      </p>
    )
  }
  const results = sortResults(checks.checks)
  return (
    <>
      <Summary checks={checks} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <Card title={texts.list} isFlush>
          <ul aria-label={texts.list} className="divide-y divide-line border-t border-line">
            {results.map((result) => (
              <CheckRow key={`${result.kind} ${result.subject}`} result={result} />
            ))}
          </ul>
        </Card>
        <History changes={changes} />
      </div>
    </>
  )
}

function Summary({ checks: { checks, checkedAt, nextCheckAt } }: { checks: Checks }) {
  const problems = checks.filter(isProblem).length
  const Icon = problems === 0 ? CircleCheck : TriangleAlert
  const tone = problems === 0 ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'
  return (
    <div className={`flex flex-wrap items-center gap-3 rounded-xl px-4 py-3 text-sm ${tone}`}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <p role="status" className="min-w-0 grow basis-64 font-medium">
        {problems === 0 ? texts.allGood : texts.problems(problems)}
      </p>
      {checkedAt !== null && (
        <p className="text-xs">
          {texts.lastRun} <Time at={checkedAt} />
          {nextCheckAt !== null && (
            <>
              , {texts.nextRun} <Time at={nextCheckAt} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function History({ changes }: { changes: readonly CheckChange[] }) {
  return (
    <Card title={texts.history}>
      <p className="text-sm text-soft">{changes.length === 0 ? texts.noHistory : texts.historyText}</p>
      {changes.length > 0 && (
        <ul aria-label={texts.history} className="mt-2 divide-y divide-line">
          {changes.map((change) => (
            <li
              key={`${change.changedAt} ${change.kind} ${change.subject}`}
              className="py-2 text-xs last:pb-0"
            >
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium">{texts.kinds[change.kind]}</span>
                <CheckStateBadge state={change.state} />
                <span className="ml-auto text-soft">
                  <Time at={change.changedAt} />
                </span>
              </p>
              <p className="mt-0.5 break-words text-soft">{change.found}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
