import { templateVariables } from '../templates/index.ts'
import type { Facts, StartEvent } from './engine/execution.ts'

/** The event that started the execution, as templates see it: each key of its data by name, and the whole as `event`. */
export const eventValues = (event: StartEvent | null): Record<string, unknown> =>
  event ? { ...event.data, event: { name: event.name, data: event.data, ...event.data } } : {}

/** These pages belong to emails. */
const NO_PAGES = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

type StepFacts = {
  contact: Pick<Facts['contact'], 'id' | 'email' | 'subscribed' | 'data'>
  event: StartEvent | null
}

/** The variables for Liquid in a step that sends no email. */
export function stepVariables({ contact, event }: StepFacts): Record<string, unknown> {
  const { id, email, subscribed, data } = contact
  return templateVariables({
    contact: { id, email, subscribed, data: data as Record<string, unknown> },
    data: eventValues(event),
    system: NO_PAGES,
  })
}
