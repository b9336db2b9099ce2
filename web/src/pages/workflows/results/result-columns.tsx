import type { ReactNode } from 'react'
import type { Statistics, Workflow } from '../../../api/sending/workflows.ts'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount, formatShare, formatSum } from '../../../format/number.ts'
import { RateMark } from '../../../patterns/report/rate-mark.tsx'
import { definitionOf } from '../model/definition.ts'
import { stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { results as texts } from './results.texts.ts'

type StepResult = Statistics['steps'][number]
type EmailResult = NonNullable<StepResult['email']>

type ColumnsInput = { workflow: Workflow; names: Names; hasGoal: boolean }

export function resultColumns({ workflow, names, hasGoal }: ColumnsInput): PlainColumn<StepResult>[] {
  const titles = new Map(
    definitionOf(workflow).steps.map((step) => [step.id, stepLabel(step, names).title] as const),
  )
  const hasValue = workflow.goal !== null && workflow.goal.value !== null
  return [
    { id: 'step', header: texts.columns.step, cell: ({ stepId }) => titles.get(stepId) ?? stepId },
    count('passed', ({ passed }) => passed),
    count('waiting', ({ waiting }) => waiting),
    count('left', ({ left }) => left),
    count('failed', ({ failed }) => failed),
    ofEmail('sent', ({ sent }) => formatCount(sent)),
    ofEmail('opened', ({ opened, openRate }) => texts.withShare(formatCount(opened), formatShare(openRate))),
    ofEmail('clicked', ({ clicked, clickRate }) =>
      texts.withShare(formatCount(clicked), formatShare(clickRate)),
    ),
    ofEmail('bounced', (email) => (
      <>
        {formatCount(email.bounced)} <RateMark kind="bounces" rate={bounceRateOf(email)} />
      </>
    )),
    ofEmail('unsubscribed', ({ unsubscribed }) => formatCount(unsubscribed)),
    ...(hasGoal ? [ofEmail('conversions', ({ conversions }) => formatCount(conversions))] : []),
    ...(hasGoal && hasValue ? [ofEmail('value', ({ goalValue }) => formatSum(goalValue))] : []),
  ]
}

/** Emails that were rejected at once do not count as sent. */
function bounceRateOf({ sent, delivered, bounced }: EmailResult): number {
  const rejected = bounced - (sent - delivered)
  const attempted = sent + rejected
  return attempted === 0 ? 0 : bounced / attempted
}

type ColumnName = keyof typeof texts.columns

const count = (id: ColumnName, countOf: (step: StepResult) => number): PlainColumn<StepResult> => ({
  id,
  header: texts.columns[id],
  align: 'end',
  cell: (step) => formatCount(countOf(step)),
})

/** Empty for steps that send no email. */
const ofEmail = (id: ColumnName, show: (email: EmailResult) => ReactNode): PlainColumn<StepResult> => ({
  id,
  header: texts.columns[id],
  align: 'end',
  cell: ({ email }) => email && show(email),
})
