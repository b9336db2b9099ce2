import { isActive } from '../../../api/sending/workflows.ts'
import type { Execution } from '../../../api/sending/workflows.ts'
import { RecordLink } from '../../../app/record-link.tsx'
import { classes } from '../../../components/classes.ts'
import { Facts } from '../../../components/page.tsx'
import { formatExact, Time } from '../../../format/time.tsx'
import { StepIcon } from '../canvas/step-icon.tsx'
import type { DraftStep, StepType } from '../model/definition.ts'
import { branchName, stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { executions } from './executions.texts.ts'

const { page: texts } = executions

type Props = {
  execution: Execution
  steps: readonly DraftStep[]
  names: Names
  selected: string | undefined
  onSelect: (id: string) => void
}

export function ExecutionHistory({ execution, steps, names, selected, onSelect }: Props) {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return (
    <aside className="flex w-full shrink-0 flex-col border-line bg-panel max-lg:h-[55%] max-lg:border-t lg:w-96 lg:border-l">
      <div className="border-b border-line p-4">
        <Summary execution={execution} />
      </div>
      <ol aria-label={texts.history} className="min-h-0 grow overflow-y-auto py-1">
        {execution.history.map((entry, index) => {
          const step = byId.get(entry.stepId)
          return (
            // Entries are only appended.
            <li key={index} className="border-b border-line last:border-0">
              <button
                type="button"
                aria-pressed={selected === entry.stepId}
                onClick={() => onSelect(entry.stepId)}
                className={classes(
                  'flex w-full items-start gap-2.5 px-4 py-2.5 text-left hover:bg-hover',
                  selected === entry.stepId && 'bg-hover',
                )}
              >
                <StepIcon type={entry.type as StepType} />
                <span className="min-w-0 grow">
                  <span className="block truncate text-sm font-medium">
                    {step ? stepLabel(step, names).title : entry.stepId}
                  </span>
                  <span className="tabular block text-xs text-soft">{formatExact(entry.startedAt)}</span>
                  <Outcome entry={entry} />
                </span>
              </button>
              <EmailLink output={entry.output} />
              <WebhookResponse output={entry.output} />
            </li>
          )
        })}
      </ol>
    </aside>
  )
}

type Entry = Execution['history'][number]

function Outcome({ entry: { status, output, error, startedAt, completedAt } }: { entry: Entry }) {
  const branch = output?.['branch']
  const hour = output?.['hour']
  const lines = [
    status === 'WAITING' ? texts.statuses.WAITING : '',
    completedAt !== null && completedAt !== startedAt
      ? `${texts.statuses.COMPLETED}: ${formatExact(completedAt)}`
      : '',
    typeof hour === 'string' ? texts.hour(hour, output?.['isFallback'] === true) : '',
    output?.['skipped'] === true ? texts.skippedStep : '',
    typeof branch === 'string' ? texts.branch(branchName(branch)) : '',
  ].filter(Boolean)
  return (
    <>
      {lines.length > 0 && <span className="block text-xs text-soft">{lines.join(' · ')}</span>}
      {error !== null && <span className="block text-xs font-medium text-bad">{error}</span>}
    </>
  )
}

function EmailLink({ output }: { output: Entry['output'] }) {
  const emailId = output?.['emailId']
  if (typeof emailId !== 'string') return null
  return (
    <RecordLink
      kind="email"
      id={emailId}
      className="block pb-2.5 pl-[3.375rem] text-xs font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {texts.openEmail}
    </RecordLink>
  )
}

/** The response of the webhook, or its error; also between retries. */
function WebhookResponse({ output }: { output: Entry['output'] }) {
  const response = output?.['answer'] as
    | { attempts?: number; statusCode?: number; body?: string; error?: string }
    | null
    | undefined
  if (!response) return null
  const { attempts = 1, statusCode, body, error } = response
  return (
    <div className="pr-4 pb-2.5 pl-[3.375rem] text-xs text-soft">
      <p>{statusCode === undefined ? texts.unanswered(error ?? '') : texts.answered(statusCode)}</p>
      <p>{texts.attempts(attempts)}</p>
      {body !== undefined && body !== '' && (
        <pre
          aria-label={texts.answerBody}
          tabIndex={0}
          className="mt-1 max-h-40 overflow-auto rounded-lg bg-sunken p-2 font-mono break-words whitespace-pre-wrap"
        >
          {body}
        </pre>
      )}
    </div>
  )
}

function Summary({ execution }: { execution: Execution }) {
  const { event, wakeAt, completedAt, exitReason, contactId, email } = execution
  const contact =
    email === null ? (
      executions.deletedContact
    ) : (
      <RecordLink
        kind="contact"
        id={contactId}
        className="font-medium text-accent-text underline-offset-2 hover:underline"
      >
        {email}
      </RecordLink>
    )
  const wakes = wakeAt === null ? texts.noWake : formatExact(wakeAt)
  return (
    <Facts
      facts={[
        [executions.contact, contact],
        [texts.started, event ? texts.startedBy(event.name) : <Time key="at" at={execution.startedAt} />],
        isActive(execution) && [texts.wakes, wakes],
        completedAt !== null && [texts.ended, formatExact(completedAt)],
        exitReason !== null && [texts.reason, exitReason],
      ]}
    />
  )
}
