import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { simulate } from '../../../api/workflows.ts'
import type { SimulationRequest } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { readJsonObject } from '../../../components/forms/read-json.ts'
import { textOf } from '../model/step-words.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { useContact } from '../use-contact.ts'

type ContactKind = 'existing' | 'own'
export type GivenEvent = { event: string; at: string; data: string }

/** As a field for a date and time has it, in the zone of the browser. */
export function localTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

const EXAMPLE = { email: 'ada@example.com', data: '{\n  "name": "Ada"\n}' }

const firstEvents = ({ trigger }: WorkflowDraft): GivenEvent[] =>
  trigger.type === 'EVENT' ? [{ event: textOf(trigger, 'event'), at: localTime(new Date()), data: '' }] : []

export type SimulationForm = ReturnType<typeof useSimulation>

export function useSimulation(draft: WorkflowDraft) {
  const { api } = useProject()
  const [kind, setKind] = useState<ContactKind>('own')
  const [email, setEmail] = useState(EXAMPLE.email)
  const [data, setData] = useState(EXAMPLE.data)
  const [events, setEvents] = useState(() => firstEvents(draft))
  const known = useContact(kind === 'existing' ? email : '')
  const run = useMutation({
    mutationFn: async (request: SimulationRequest) => ({
      answer: await simulate(api, request),
      // What it was tried with: the draft may be changed while its answer is looked at.
      draft,
    }),
  })
  const request = {
    trigger: draft.trigger,
    steps: draft.steps,
    entry: draft.entry,
    exit: draft.exit,
    contact:
      kind === 'existing' ? { id: known.contact?.id ?? '' } : { email, data: readJsonObject(data) ?? {} },
    events: events.map(({ event, at, data: given }) => ({
      event,
      at: new Date(at).toISOString(),
      ...(given.trim() !== '' && { data: readJsonObject(given) }),
    })),
  }
  const isComplete =
    (kind === 'own' ? email !== '' && readJsonObject(data) !== undefined : known.contact !== undefined) &&
    events.every(
      ({ event, at, data: given }) => event !== '' && at !== '' && readJsonObject(given) !== undefined,
    )
  return {
    kind,
    setKind,
    email,
    setEmail,
    data,
    setData,
    events,
    setEvents,
    known,
    isComplete,
    run,
    start: () => run.mutate(request as unknown as SimulationRequest),
  }
}
