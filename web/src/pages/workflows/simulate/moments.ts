// The answer of a simulation as one time line: events, steps and the end, in their order.
import type { SimulationResult } from '../../../api/workflows.ts'
import { formatExact } from '../../../format/time.tsx'
import type { DraftStep, StepType } from '../model/definition.ts'
import { branchName, wordsOf } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { simulation as texts } from './simulate.texts.ts'

export type SimulatedEmail = SimulationResult['emails'][number]

export type Moment = {
  key: string
  at: string
  title: string
  detail: string
  type: StepType | 'TRIGGER' | 'END'
  isBad: boolean
  /** How many steps have been made by then. */
  visits: number
  email?: SimulatedEmail
}

type Known = { steps: readonly DraftStep[]; names: Names }

export function momentsOf(answer: SimulationResult, { steps, names }: Known): Moment[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const emails = [...answer.emails]
  const takeEmail = (stepId: string, at: string): SimulatedEmail | undefined => {
    const index = emails.findIndex((email) => email.stepId === stepId && email.at === at)
    return index === -1 ? undefined : emails.splice(index, 1)[0]
  }
  const made = answer.path.map((entry, index): Moment => {
    const step = byId.get(entry.stepId)
    const email = takeEmail(entry.stepId, entry.startedAt)
    return {
      key: `step ${index}`,
      at: entry.startedAt,
      title: step ? wordsOf(step, names).title : entry.stepId,
      detail: entry.error ?? detailOf(entry),
      type: entry.type as StepType,
      isBad: entry.status === 'FAILED',
      visits: index + 1,
      ...(email && { email }),
    }
  })
  const happened = answer.events.map(({ at, event, outcome }, index): Moment => ({
    key: `event ${index}`,
    at,
    title: texts.happened(event),
    detail: texts.outcomes[outcome],
    type: 'TRIGGER',
    isBad: false,
    visits: answer.path.filter(({ startedAt }) => startedAt < at).length,
  }))
  // An event comes before what it leads to.
  const sorted = [...happened, ...made].toSorted((a, b) => a.at.localeCompare(b.at))
  return [...sorted, endOf(answer)]
}

type Shown = {
  /** How many steps have been made by then. */
  visits: number
  /** The last of them. */
  stepId: string | undefined
  /** The last email up to then. */
  email: SimulatedEmail | undefined
}

/** What the page shows at a moment, by its index. */
export function shownAt({ path }: SimulationResult, moments: readonly Moment[], index: number): Shown {
  const visits = moments[index]?.visits ?? 0
  return {
    visits,
    stepId: visits > 0 ? path[visits - 1]?.stepId : undefined,
    email: moments.slice(0, index + 1).findLast(({ email }) => email)?.email,
  }
}

/** The index of the first moment at a step; undefined if the contact never came to it. */
export function firstAt(
  { path }: SimulationResult,
  moments: readonly Moment[],
  stepId: string,
): number | undefined {
  const index = moments.findIndex(({ visits }) => path[visits - 1]?.stepId === stepId)
  return index === -1 ? undefined : index
}

function detailOf({ startedAt, completedAt, output }: SimulationResult['path'][number]): string {
  const branch = output?.['branch']
  const said = typeof branch === 'string' ? texts.branch(branchName(branch)) : ''
  if (completedAt === null || completedAt === startedAt) return said
  return [texts.until(formatExact(completedAt)), said].filter(Boolean).join('. ')
}

function endOf(answer: SimulationResult): Moment {
  const { started, reason, status, exitReason, stoppedBy, completedAt, path, events } = answer
  const at = completedAt ?? path.at(-1)?.startedAt ?? events.at(-1)?.at ?? answer.startedAt ?? ''
  return {
    key: 'end',
    at,
    title: started && status ? texts.ends[status] : texts.notStarted,
    detail: reason ?? exitReason ?? texts.stopped[stoppedBy],
    type: 'END',
    isBad: status === 'FAILED',
    visits: path.length,
  }
}
