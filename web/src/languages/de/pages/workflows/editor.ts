import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/workflows/editor.texts.ts'

export const editor = {
  saved: (version: number) => `Gespeichert. Es ist Version ${version}.`,
  switched: (isOn: boolean) =>
    isOn
      ? 'Ab jetzt treten Kontakte ein.'
      : 'Es treten keine neuen Kontakte ein. Die darin sind, gehen weiter.',
  save: 'Speichern',
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  states: {
    saved: (version: number) => `Version ${version}`,
    dirty: 'Nicht gespeicherte Änderungen, in diesem Browser aufbewahrt',
    readOnly: 'Schreibgeschützt',
  },
  steps: (count: number) => plural(count, 'Schritt', 'Schritte'),
  tabs: {
    label: 'Ansichten des Workflows',
    build: 'Bauen',
    simulate: 'Simulieren',
    executions: 'Durchläufe',
    results: 'Ergebnisse',
    versions: 'Versionen',
  },
  noProblems: 'Bereit',
  noSteps: 'Noch keine Schritte',
  problemCount: (count: number) => plural(count, 'Punkt zu beheben', 'Punkte zu beheben'),
  warningCount: (count: number) => plural(count, 'Warnung', 'Warnungen'),
  senders: {
    NO_SENDER: 'Die E-Mail hat keinen Absender',
    SENDER_NOT_VERIFIED: 'Der Absender ist nicht bestätigt',
    COUPON_LIST_MISSING: 'Die Gutscheinliste gibt es nicht',
    URL_REFUSED: 'Die URL führt zu einer privaten Adresse',
  },
  noEmail: 'Wählen Sie eine Vorlage, oder schreiben Sie die E-Mail hier.',
  general: 'Der Workflow selbst',
  canvas: {
    label: 'Schritte des Workflows',
    hint: 'Pfeiltasten wechseln zwischen Schritten, Enter öffnet einen, + fügt einen danach hinzu, Entf entfernt ihn.',
    add: (after: string) => `Schritt nach ${after} hinzufügen`,
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Alles zeigen',
    map: 'Der ganze Workflow, klein',
    start: 'Start',
  },
  funnel: {
    show: 'Zeigen, wie Kontakte hindurchgehen',
    hide: 'Zeigen, was jeder Schritt tut',
    card: (entered: string, here: string, left: string) =>
      `${entered} eingetreten · ${here} hier · ${left} vorzeitig ausgetreten`,
    email: (sent: string, opened: string, clicked: string) =>
      `${sent} gesendet · ${opened} geöffnet · ${clicked} geklickt`,
    edge: (count: string, share: string) => `${count} · ${share}`,
    notice:
      'Eingetreten, jetzt hier und vor dem Ende ausgetreten, in allen Versionen, seit der Workflow erstellt wurde. Jede Linie zeigt, wie viele sie nahmen, und ihren Anteil.',
  },
  removed: (count: number) =>
    count === 1 ? 'Der Schritt ist entfernt.' : `${plural(count, 'Schritt ist', 'Schritte sind')} entfernt.`,
  add: {
    title: 'Schritt hinzufügen',
    after: 'Nach',
    onlyAtEnd: 'Nur, wo ein Weg endet',
  },
  inspector: {
    label: 'Der gewählte Schritt',
    close: 'Schließen',
    name: 'Name des Schritts',
    nameHint: 'Leer: was er tut, in Worten',
    copyId: 'ID des Schritts kopieren',
    leadsTo: 'Dann',
    thenBranch: (branch: string) => `Dann, bei „${branch}“`,
    end: 'Ende',
    remove: 'Schritt entfernen',
  },
  conflict: {
    text: 'Jemand anderes hat diesen Workflow gespeichert, während Sie daran gearbeitet haben.',
    title: 'Was Sie am gespeicherten Workflow ändern würden',
    diff: 'Vom gespeicherten Workflow zu Ihrem',
  },
  publish: {
    title: 'Als neue Version speichern',
    inside: (count: number) =>
      `${plural(count, 'Kontakt ist', 'Kontakte sind')} darin. Wer darin ist, endet mit der Version, mit der er begann; wer ab jetzt eintritt, nimmt die neue.`,
    cancel: 'Abbrechen',
    save: 'Neue Version speichern',
    stop: 'Alle stoppen, die darin sind',
    stopHint:
      'Die Durchläufe werden abgebrochen. E-Mails, die in der Warteschlange warten, werden noch gesendet.',
    stopped: 'Die Kontakte darin werden gestoppt.',
  },
} satisfies Translation<typeof texts.editor>
