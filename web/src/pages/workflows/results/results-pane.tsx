// The results of a workflow: its goal, and per step the emails, and where contacts leave.
import { useQuery } from '@tanstack/react-query'
import { statisticsQuery } from '../../../api/sending/workflows.ts'
import type { Statistics, Workflow } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card, PageBody } from '../../../components/page.tsx'
import { PlainTable } from '../../../components/tables/plain-table.tsx'
import { GoalFigures } from '../../../patterns/goal/goal-figures.tsx'
import { HoldoutComparison } from '../../../patterns/holdout/holdout-comparison.tsx'
import { holdoutTexts } from '../../../patterns/holdout/holdout.texts.ts'
import { DownloadReport } from '../../../patterns/report/download-report.tsx'
import type { Names } from '../model/step-labels.ts'
import { resultColumns } from './result-columns.tsx'
import { results as texts } from './results.texts.ts'

export function ResultsPane({ workflow, names }: { workflow: Workflow; names: Names }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(statisticsQuery(api, workflow.id))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-6 h-72 rounded-xl" />
  return (
    <PageBody>
      <GoalCard workflow={workflow} statistics={data} />
      {data.holdout && (
        <Card title={holdoutTexts.title} isFlush>
          <HoldoutComparison result={data.holdout} notice={holdoutTexts.workflow} />
        </Card>
      )}
      <Card
        title={texts.steps}
        isFlush
        actions={
          <DownloadReport name={`workflow-${workflow.id}`} path={`/workflows/${workflow.id}/report`} />
        }
      >
        <PlainTable
          label={texts.steps}
          columns={resultColumns({ workflow, names, hasGoal: data.goal !== null })}
          rows={data.steps}
          idOf={({ stepId }) => stepId}
        />
        <p className="border-t border-line px-4 py-3 text-xs text-soft">{texts.notice}</p>
      </Card>
    </PageBody>
  )
}

function GoalCard({ workflow, statistics: { goal } }: { workflow: Workflow; statistics: Statistics }) {
  return (
    <Card title={texts.goal}>
      {goal ? (
        <>
          <GoalFigures goal={goal} hasValue={workflow.goal !== null && workflow.goal.value !== null} />
          <p className="pt-2 text-xs text-soft">{texts.goalNotice(goal.event)}</p>
        </>
      ) : (
        <p className="text-sm text-soft">{texts.noGoal}</p>
      )}
    </Card>
  )
}
