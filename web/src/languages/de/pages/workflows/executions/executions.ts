import { executionTexts } from '../../../patterns/execution/execution.ts'
import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/workflows/executions/executions.texts.ts'

export const executions = {
  statuses: executionTexts.statuses,
  status: 'Status',
  list: 'Durchläufe des Workflows',
  contact: 'Kontakt',
  contactFilter: 'Adresse eines Kontakts',
  unknownContact: 'Es gibt keinen Kontakt mit dieser Adresse.',
  deletedContact: '(gelöschter Kontakt)',
  columns: {
    contact: 'Kontakt',
    status: 'Status',
    step: 'Bei',
    version: 'Version',
    started: 'Begonnen',
    next: 'Geht weiter',
    ended: 'Beendet',
    why: 'Warum?',
  },
  start: 'Für einen Kontakt starten',
  startForm: {
    title: 'Für einen Kontakt starten',
    text: 'Die Eintrittsregeln gelten: Ein Kontakt, den sie nicht hineinlassen, wird abgelehnt.',
    data: 'Daten für Bedingungen und E-Mails',
    submit: 'Starten',
    started: 'Der Kontakt ist darin.',
    disabled: 'Schalten Sie zuerst den Workflow ein.',
  },
  stopAll: 'Alle stoppen',
  stopAllText: 'Alle Kontakte im Workflow werden bei ihrem aktuellen Schritt gestoppt.',
  empty: {
    title: 'Hier war noch niemand',
    text: 'Ein Durchlauf ist ein Kontakt auf seinem Weg durch den Workflow. Schalten Sie den Workflow ein, dann startet dieser Aufruf einen:',
    contact: '<ID eines Kontakts>',
  },
  nothing: {
    title: 'Kein Durchlauf passt',
    text: 'Versuchen Sie einen anderen Status oder Kontakt.',
    clear: 'Alle anzeigen',
  },
  page: {
    version: (version: number) => `Version ${version}`,
    oldVersion: (version: number, current: number) =>
      `Begann mit Version ${version} und endet mit ihr; die aktuelle ist ${current}.`,
    history: 'Was geschah, Ältestes zuerst',
    startedBy: (event: string) => `Gestartet durch „${event}“`,
    started: 'Begonnen',
    ended: 'Beendet',
    wakes: 'Geht weiter',
    noWake: 'Geht weiter, wenn geantwortet wird',
    reason: 'Grund',
    retry: 'Schritt erneut versuchen',
    skip: 'Warten überspringen',
    stop: 'Stoppen',
    retried: 'Der Schritt wird erneut versucht.',
    skipped: 'Das Warten wird übersprungen.',
    stopped: 'Gestoppt.',
    openEmail: 'E-Mail öffnen',
    answered: (status: number) => `Mit Status ${status} beantwortet`,
    unanswered: (reason: string) => `Keine Antwort: ${reason}`,
    attempts: (count: number) => plural(count, 'Versuch', 'Versuche'),
    answerBody: 'Was der Empfänger antwortete',
    hour: (hour: string, isFallback: boolean) =>
      isFallback ? `Um ${hour}: Die beste Stunde ist nicht bekannt` : `Beste Stunde: ${hour}`,
    skippedStep: 'Von Hand übersprungen',
    branch: (name: string) => `Ging weiter über „${name}“`,
    statuses: { WAITING: 'Wartet', COMPLETED: 'Fertig', FAILED: 'Fehlgeschlagen' },
    visits: (count: number) => plural(count, 'Mal', 'Mal'),
  },
} satisfies Translation<typeof texts.executions>
