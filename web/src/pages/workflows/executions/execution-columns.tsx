import { Link } from '@tanstack/react-router'
import type { ExecutionSummary, Workflow } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { columnsOf } from '../../../components/tables/columns-of.ts'
import type { Column } from '../../../components/tables/data-table.tsx'
import { Time } from '../../../format/time.tsx'
import { WhyButton } from '../../../patterns/why/why-button.tsx'
import { definitionOf } from '../model/definition.ts'
import { stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { ExecutionStatusBadge } from '../../../patterns/execution/execution-status.tsx'
import { executions } from './executions.texts.ts'

const { columns: texts } = executions

export function executionColumns(workflow: Workflow, names: Names): Column<ExecutionSummary>[] {
  const titles = new Map(definitionOf(workflow).steps.map((step) => [step.id, stepLabel(step, names).title]))
  return columnsOf(texts, {
    contact: { width: 'minmax(12rem, 2fr)', cell: (row) => <ContactCell execution={row} /> },
    status: { width: '7rem', cell: ({ status }) => <ExecutionStatusBadge status={status} /> },
    step: {
      width: 'minmax(8rem, 1.5fr)',
      isWideOnly: true,
      // Steps of older versions may have been deleted.
      cell: ({ currentStepId: id }) => (id === null ? '' : (titles.get(id) ?? id)),
    },
    version: {
      width: '5rem',
      align: 'end',
      isWideOnly: true,
      cell: ({ version }) => version,
    },
    started: {
      width: '8rem',
      isWideOnly: true,
      cell: ({ startedAt }) => <Time at={startedAt} />,
    },
    next: {
      width: '8rem',
      isWideOnly: true,
      cell: ({ wakeAt }) => wakeAt !== null && <Time at={wakeAt} />,
    },
    ended: {
      width: 'minmax(8rem, 1.5fr)',
      isWideOnly: true,
      cell: ({ completedAt, exitReason }) =>
        completedAt !== null && (
          <span title={exitReason ?? undefined}>
            <Time at={completedAt} /> <span className="text-soft">{exitReason}</span>
          </span>
        ),
    },
    why: {
      width: '5rem',
      align: 'end',
      cell: (execution) => <ExecutionWhy execution={execution} workflow={workflow} />,
    },
  })
}

function ContactCell({ execution }: { execution: ExecutionSummary }) {
  const { project } = useProject()
  return (
    <Link
      to="/app/p/$projectId/workflows/$workflowId/executions/$executionId"
      params={{ projectId: project.id, workflowId: execution.workflowId, executionId: execution.id }}
      className="font-medium underline-offset-2 hover:underline"
    >
      {execution.email ?? executions.deletedContact}
    </Link>
  )
}

type ExecutionWhyProps = {
  execution: Pick<ExecutionSummary, 'contactId' | 'email'>
  workflow: Pick<Workflow, 'id' | 'name'>
}

/** Nothing for a deleted contact. */
export function ExecutionWhy({ execution: { contactId, email }, workflow: { id, name } }: ExecutionWhyProps) {
  if (email === null) return null
  return <WhyButton contact={{ id: contactId, email }} target={{ workflowId: id }} name={name} />
}
