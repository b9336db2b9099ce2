import type { ExecutionStatus } from '../../../../api/sending/workflows.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/execution/execution.texts.ts'

const statuses: Record<ExecutionStatus, string> = {
  RUNNING: 'Unterwegs',
  WAITING: 'Wartet',
  COMPLETED: 'Abgeschlossen',
  EXITED: 'Ausgetreten',
  FAILED: 'Fehlgeschlagen',
  CANCELLED: 'Gestoppt',
}

/** Words for steps that have no name of their own. */
const steps = {
  SEND_EMAIL: 'E-Mail senden',
  DELAY: 'Eine Weile warten',
  WAIT_FOR_EVENT: 'Auf ein Ereignis warten',
  CONDITION: 'Bedingung',
  SPLIT: 'Aufteilen',
  UPDATE_CONTACT: 'Kontakt ändern',
  ADD_TO_SEGMENT: 'Zu Segment hinzufügen',
  REMOVE_FROM_SEGMENT: 'Aus Segment entfernen',
  WEBHOOK: 'Webhook aufrufen',
  TRACK_EVENT: 'Ereignis aufzeichnen',
  EXIT: 'Workflow verlassen',
}

export const executionTexts = {
  statuses,
  steps,
} satisfies Translation<typeof texts.executionTexts>
