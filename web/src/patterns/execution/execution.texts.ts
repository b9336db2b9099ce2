import type { ExecutionStatus } from '../../api/sending/workflows.ts'
import { translatable } from '../../i18n/translatable.ts'

const statuses: Record<ExecutionStatus, string> = {
  RUNNING: 'Under way',
  WAITING: 'Waiting',
  COMPLETED: 'Finished',
  EXITED: 'Left',
  FAILED: 'Failed',
  CANCELLED: 'Stopped',
}

/** Words for steps that have no name of their own. */
const steps = {
  SEND_EMAIL: 'Send an email',
  DELAY: 'Wait a while',
  WAIT_FOR_EVENT: 'Wait for an event',
  CONDITION: 'Condition',
  SPLIT: 'Split',
  UPDATE_CONTACT: 'Change the contact',
  ADD_TO_SEGMENT: 'Add to a segment',
  REMOVE_FROM_SEGMENT: 'Remove from a segment',
  WEBHOOK: 'Call a webhook',
  TRACK_EVENT: 'Record an event',
  EXIT: 'Leave the workflow',
}

export const executionTexts = translatable('patterns/execution/execution', 'executionTexts', {
  statuses,
  steps,
})
