import { Link } from '@tanstack/react-router'
import { contactExecutionsQuery } from '../../../api/audience/contacts.ts'
import type { ContactExecution } from '../../../api/audience/contacts.ts'
import { useProject } from '../../../app/use-project.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { ExecutionStatusBadge } from '../../../patterns/execution/execution-status.tsx'
import { executionTexts } from '../../../patterns/execution/execution.texts.ts'
import { ShowMore } from '../../../patterns/list/show-more.tsx'
import { useList } from '../../../patterns/list/use-list.ts'
import { profile } from './profile.texts.ts'

const { workflows: texts } = profile

/** Which workflows the contact is or was in, and where. */
export function ContactWorkflows({ contactId }: { contactId: string }) {
  const { api } = useProject()
  const list = useList(contactExecutionsQuery(api, contactId), 'executions')
  const { query, rows } = list
  return (
    <Card title={texts.title}>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-16 w-full" />}
      {!query.isPending && !query.isError && rows.length === 0 && (
        <p className="text-sm text-soft">{texts.none}</p>
      )}
      <ul className="flex max-h-56 flex-col gap-2.5 overflow-y-auto text-sm">
        {rows.map((execution) => (
          <ExecutionRow key={execution.id} execution={execution} />
        ))}
      </ul>
      <ShowMore list={list} />
    </Card>
  )
}

function ExecutionRow({ execution }: { execution: ContactExecution }) {
  const { project } = useProject()
  const { id, workflowId, workflowName, status, step, startedAt, wakeAt } = execution
  return (
    <li>
      <div className="flex items-center justify-between gap-3">
        <Link
          to="/app/p/$projectId/workflows/$workflowId/executions/$executionId"
          params={{ projectId: project.id, workflowId, executionId: id }}
          aria-label={texts.open(workflowName)}
          className="min-w-0 truncate font-medium hover:underline"
        >
          {workflowName}
        </Link>
        <ExecutionStatusBadge status={status} />
      </div>
      <p className="text-xs text-soft">
        {step && <>{texts.at(stepName(step))} · </>}
        {step?.since ? texts.since : texts.started} <Time at={step?.since ?? startedAt} />
        {status === 'WAITING' && wakeAt !== null && (
          <>
            {' · '}
            {texts.goesOn} <Time at={wakeAt} />
          </>
        )}
      </p>
    </li>
  )
}

const stepName = ({ id, name, type }: NonNullable<ContactExecution['step']>): string =>
  name ?? (executionTexts.steps as Record<string, string>)[type ?? ''] ?? id
