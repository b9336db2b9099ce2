import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { simulate } from '../../../api/sending/workflows.ts'
import type { SimulationRequest } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { useContact } from '../../../patterns/contact/use-contact.ts'
import { firstEvents, isComplete, requestOf, webhooksOf } from './simulation-request.ts'
import type { ContactKind, SimulatedAnswer } from './simulation-request.ts'

const EXAMPLE = { email: 'ada@example.com', data: '{\n  "name": "Ada"\n}' }

export type SimulationForm = ReturnType<typeof useSimulation>

export function useSimulation(draft: WorkflowDraft) {
  const { api } = useProject()
  const [kind, setKind] = useState<ContactKind>('own')
  const [email, setEmail] = useState(EXAMPLE.email)
  const [data, setData] = useState(EXAMPLE.data)
  const [events, setEvents] = useState(() => firstEvents(draft, new Date()))
  const [answers, setAnswers] = useState<Record<string, SimulatedAnswer>>({})
  const lookup = useContact(kind === 'existing' ? email : undefined)
  const run = useMutation({
    mutationFn: async (request: SimulationRequest) => ({
      simulation: await simulate(api, request),
      // The draft may change while its simulation is shown.
      draft,
    }),
  })
  const input = { kind, email, data, events, answers, contactId: lookup.contact?.id }
  return {
    kind,
    setKind,
    email,
    setEmail,
    data,
    setData,
    events,
    setEvents,
    webhooks: webhooksOf(draft),
    answers,
    setAnswer: (stepId: string, answer: SimulatedAnswer) => setAnswers({ ...answers, [stepId]: answer }),
    lookup,
    isComplete: isComplete(input),
    run,
    start: () => run.mutate(requestOf(draft, input)),
  }
}
