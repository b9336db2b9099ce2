import type { Api } from '../../../command.ts'
import type { EmailTest, TestContact, TestEvent } from '../email-test.ts'
import type { TestedWorkflow } from './records.ts'

export type SimulatedEmail = {
  at: string
  stepId: string
  to: string
  from: string | null
  status: 'SENT' | 'SKIPPED'
  reason: string | null
  subject: string | null
  html: string | null
  text: string | null
  missing: string[]
  error: string | null
}

type SimulatedChange = {
  at: string
  stepId: string
  type: string
  event?: string
  data?: Record<string, unknown>
}

export type Simulation = {
  started: boolean
  reason: string | null
  status: string | null
  exitReason: string | null
  stoppedBy: 'end' | 'until' | 'limit'
  path: { stepId: string; type: string; status: string; startedAt: string; error: string | null }[]
  emails: SimulatedEmail[]
  changes: SimulatedChange[]
  events: { at: string; event: string; outcome: string }[]
  contact: TestContact
}

export type Story = Pick<EmailTest, 'startAt' | 'contact' | 'topics' | 'webhooks'> & {
  events: readonly TestEvent[]
  segmentIds: readonly string[]
}

// Emails that come long after the last line are unexpected, too.
const REST_MS = 366 * 86_400_000

/**
 * The definition goes with the request, because then a SPLIT divides contacts alike on every installation: the simulator goes by the
 * id of a saved workflow otherwise.
 */
export function simulateStory(api: Api, workflow: TestedWorkflow, story: Story): Promise<Simulation> {
  const { startAt, contact, topics, webhooks, segmentIds } = story
  const events = story.events.toSorted((a, b) => a.at - b.at)
  return api.compute<Simulation>('/workflows/simulate', {
    ...workflow.definition,
    contact: { ...contact, topics, segments: segmentIds },
    events: events.map(({ at, event, data }) => ({ at: iso(at), event, data })),
    webhooks,
    startAt: iso(startAt),
    until: iso((events.at(-1)?.at ?? startAt) + REST_MS),
    heldBack: false,
  })
}

const iso = (at: number): string => new Date(at).toISOString()
