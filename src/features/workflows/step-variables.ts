import { templateVariables } from '../templates/index.ts'
import type { Facts, StartEvent } from './engine/execution.ts'
import { eventValues } from './event-values.ts'

/** They belong to emails. */
const NO_PAGES = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

type StepFacts = {
  contact: Pick<Facts['contact'], 'id' | 'email' | 'subscribed' | 'data'>
  event: StartEvent | null
}

/** What Liquid in a step finds that is not an email. */
export function stepVariables({ contact, event }: StepFacts): Record<string, unknown> {
  const { id, email, subscribed, data } = contact
  return templateVariables({
    contact: { id, email, subscribed, data: data as Record<string, unknown> },
    data: eventValues(event),
    system: NO_PAGES,
  })
}
