// A simulation as a timeline: events, steps and the end.
import type { Simulation } from '../../../api/sending/workflows.ts'
import { formatExact } from '../../../format/time.tsx'
import type { DraftStep, StepType } from '../model/definition.ts'
import { branchName, stepLabel } from '../model/step-labels.ts'
import type { Names } from '../model/step-labels.ts'
import { simulation as texts } from './simulate.texts.ts'

export type SimulatedEmail = Simulation['emails'][number]

export type Moment = {
  key: string
  at: string
  title: string
  detail: string
  type: StepType | 'TRIGGER' | 'END'
  isBad: boolean
  visits: number
  email?: SimulatedEmail
}

export function momentsOf(simulation: Simulation, steps: readonly DraftStep[], names: Names): Moment[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const emails = [...simulation.emails]
  const nextEmail = (stepId: string, at: string): SimulatedEmail | undefined => {
    const index = emails.findIndex((email) => email.stepId === stepId && email.at === at)
    return index === -1 ? undefined : emails.splice(index, 1)[0]
  }
  const stepMoments = simulation.path.map((entry, index): Moment => {
    const step = byId.get(entry.stepId)
    const email = nextEmail(entry.stepId, entry.startedAt)
    return {
      key: `step ${index}`,
      at: entry.startedAt,
      title: step ? stepLabel(step, names).title : entry.stepId,
      detail: entry.error ?? detailOf(entry),
      type: entry.type as StepType,
      isBad: entry.status === 'FAILED',
      visits: index + 1,
      ...(email && { email }),
    }
  })
  const eventMoments = simulation.events.map(({ at, event, outcome }, index): Moment => ({
    key: `event ${index}`,
    at,
    title: texts.happened(event),
    detail: texts.outcomes[outcome],
    type: 'TRIGGER',
    isBad: false,
    visits: simulation.path.filter(({ startedAt }) => startedAt < at).length,
  }))
  // Events come before the steps they start.
  const sorted = [...eventMoments, ...stepMoments].toSorted((a, b) => a.at.localeCompare(b.at))
  return [...sorted, endOf(simulation)]
}

/** The number of steps run so far, the last step, and the last email. */
export function stateAt({ path }: Simulation, moments: readonly Moment[], index: number) {
  const visits = moments[index]?.visits ?? 0
  return {
    visits,
    stepId: visits > 0 ? path[visits - 1]?.stepId : undefined,
    email: moments.slice(0, index + 1).findLast(({ email }) => email)?.email,
  }
}

/** The index of the first moment at a step; undefined if the contact never reached it. */
export function momentAt(
  { path }: Simulation,
  moments: readonly Moment[],
  stepId: string,
): number | undefined {
  const index = moments.findIndex(({ visits }) => path[visits - 1]?.stepId === stepId)
  return index === -1 ? undefined : index
}

function detailOf({ startedAt, completedAt, output }: Simulation['path'][number]): string {
  const branch = output?.['branch']
  const branchText = typeof branch === 'string' ? texts.branch(branchName(branch)) : ''
  if (completedAt === null || completedAt === startedAt) return branchText
  return [texts.until(formatExact(completedAt)), branchText].filter(Boolean).join('. ')
}

function endOf(simulation: Simulation): Moment {
  const { started, reason, status, exitReason, stoppedBy, completedAt, path, events } = simulation
  const at = completedAt ?? path.at(-1)?.startedAt ?? events.at(-1)?.at ?? simulation.startedAt ?? ''
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
