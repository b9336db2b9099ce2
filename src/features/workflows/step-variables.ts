import { templateVariables } from '../templates/index.ts'
import type { ExecutionState, Facts } from './engine/execution.ts'

type ExecutionFacts = Pick<ExecutionState, 'event' | 'answers'>

/**
 * Templates see each key of the event's data by name, the whole event as `event`, and the answers to earlier WEBHOOK steps as
 * `webhooks`, by the ids of the steps.
 */
export const executionValues = ({ event, answers }: ExecutionFacts): Record<string, unknown> => ({
  ...(answers.length > 0 && { webhooks: webhooksOf(answers) }),
  ...(event && { ...event.data, event: { name: event.name, data: event.data, ...event.data } }),
})

const webhooksOf = (answers: ExecutionFacts['answers']) =>
  Object.fromEntries(answers.map(({ stepId, ...answer }) => [stepId, answer]))

/** These pages belong to emails. */
const NO_PAGES = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

type StepFacts = ExecutionFacts & {
  contact: Pick<Facts['contact'], 'id' | 'email' | 'subscribed' | 'data'>
}

/** The variables for Liquid in a step that sends no email. */
export function stepVariables({ contact, ...execution }: StepFacts): Record<string, unknown> {
  const { id, email, subscribed, data } = contact
  return templateVariables({
    contact: { id, email, subscribed, data: data as Record<string, unknown> },
    data: executionValues(execution),
    system: NO_PAGES,
  })
}
