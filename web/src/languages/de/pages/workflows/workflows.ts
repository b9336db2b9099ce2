import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/workflows/workflows.texts.ts'

export const workflows = {
  title: 'Workflows',
  list: 'Workflows dieses Projekts',
  count: (count: number) => plural(count, 'Workflow', 'Workflows'),
  new: 'Neuer Workflow',
  calls: {
    list: 'Liste',
    create: 'Erstellen',
    read: 'Lesen',
    save: 'Speichern',
    check: 'Prüfen',
    statistics: 'Zahlen',
    simulate: 'Simulieren',
    executions: 'Durchläufe',
    start: 'Starten',
    retry: 'Wiederholen',
    skip: 'Überspringen',
    stop: 'Stoppen',
  },
  columns: {
    name: 'Name',
    trigger: 'Startet',
    enabled: 'An',
    inside: 'Darin',
    finished: 'Abgeschlossen',
    failed: 'Fehlgeschlagen',
    changed: 'Geändert',
    actions: 'Aktionen',
  },
  switch: (name: string) => `Kontakte in „${name}“ lassen`,
  steps: (count: number) => plural(count, 'Schritt', 'Schritte'),
  deleted: (name: string) => `„${name}“ ist gelöscht. Wer darin war, ist gestoppt.`,
  figures: {
    waiting: (count: string) => `${count} warten`,
    passed: (count: string) => `${count} durchlaufen`,
    failed: (count: string) => `${count} fehlgeschlagen`,
    held: (count: number) => `${plural(count, 'E-Mail', 'E-Mails')} von den Versandgrenzen zurückgehalten`,
    dropped: (count: number) => `${plural(count, 'E-Mail', 'E-Mails')} wegen der Häufigkeitsgrenze verworfen`,
  },
  empty: {
    title: 'Noch keine Workflows',
    text: 'Ein Workflow sendet E-Mails von selbst: Etwas geschieht, und der Kontakt geht von Schritt zu Schritt. Beginnen Sie mit einem von diesen und ändern Sie ihn, wie Sie möchten:',
    list: 'Workflows für den Anfang',
    readOnly:
      'Ein Workflow sendet E-Mails von selbst: Etwas geschieht, und der Kontakt geht von Schritt zu Schritt. Ein Mitglied des Projekts kann einen erstellen.',
  },
  form: {
    title: 'Neuer Workflow',
    name: 'Name',
    start: 'Beginnen mit',
    empty: 'Leer',
    emptyText: 'Nur ein Start. Die Schritte fügen Sie selbst hinzu.',
    templates: (names: string) => `Erstellt die Vorlagen ${names}, die Sie dann schreiben.`,
    create: 'Erstellen',
  },
} satisfies Translation<typeof texts.workflows>
