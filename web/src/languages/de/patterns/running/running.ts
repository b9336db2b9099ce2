import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/running/running.texts.ts'

export const runningTexts = {
  campaigns: {
    title: 'Kampagnen',
    none: 'Keine Kampagne ist unterwegs.',
    states: { SENDING: 'Wird gesendet', SCHEDULED: 'Geplant', SENT: 'Gesendet' },
    paused: 'Pausiert',
    progress: (sent: string, total: string) => `${sent} von ${total} gesendet`,
    results: (opened: string, clicked: string) =>
      `Von den zugestellten: ${opened} geöffnet, ${clicked} geklickt`,
    at: 'Startet',
  },
  workflows: {
    title: 'Workflows',
    none: 'Kein Workflow ist eingeschaltet.',
    active: (count: number) => plural(count, 'Person darin', 'Personen darin'),
    completed: (count: string) => `${count} fertig`,
    failed: (count: string) => `${count} fehlgeschlagen`,
  },
} satisfies Translation<typeof texts.runningTexts>

export const paceTexts = {
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
} satisfies Translation<typeof texts.paceTexts>
