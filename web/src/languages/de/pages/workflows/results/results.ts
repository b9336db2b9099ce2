import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/workflows/results/results.texts.ts'

export const results = {
  goal: 'Ziel',
  goalNotice: (event: string) =>
    `Kontakte mit dem Ereignis „${event}“ im Zeitfenster nach ihrem Eintritt. Neben jeder E-Mail: jene, für die sie die letzte davor war.`,
  noGoal:
    'Der Workflow hat kein Ziel. Geben Sie ihm an seinem Start eines, und sehen Sie hier, wie viele Kontakte es erreichen.',
  steps: 'Schritt für Schritt',
  columns: {
    step: 'Schritt',
    passed: 'Durchlaufen',
    waiting: 'Wartet',
    left: 'Hier ausgetreten',
    failed: 'Fehlgeschlagen',
    sent: 'Gesendet',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    bounced: 'Bounces',
    unsubscribed: 'Abgemeldet',
    conversions: 'Ziel erreicht',
    value: 'Wert',
  },
  withShare: (count: string, share: string) => `${count} · ${share}`,
  notice:
    'Auch Maschinen öffnen E-Mails. Die Zahlen gelten für alle Versionen, seit der Workflow erstellt wurde.',
} satisfies Translation<typeof texts.results>
