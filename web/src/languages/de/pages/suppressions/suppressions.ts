import type { SuppressionReason } from '../../../../api/audience/suppressions.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/suppressions/suppressions.texts.ts'

const reasons: Record<SuppressionReason, string> = {
  hard_bounce: 'Kein solches Postfach',
  complaint: 'Als Spam gemeldet',
  soft_bounces: 'Mehrmals fehlgeschlagen',
  manual: 'Von Ihnen hinzugefügt',
}

const warnings: Record<SuppressionReason, string> = {
  hard_bounce:
    'Der Server dieser Adresse sagte, dass es das Postfach nicht gibt. Eine weitere E-Mail dorthin schadet Ihrer Reputation, es sei denn, es gibt das Postfach inzwischen.',
  complaint:
    'Diese Person hat eine E-Mail als Spam gemeldet. Schreiben Sie ihr nur wieder, wenn sie darum gebeten hat: Eine weitere Meldung schadet allen Ihren E-Mails.',
  soft_bounces:
    'E-Mails an diese Adresse sind mehrmals nacheinander fehlgeschlagen. Inzwischen funktioniert sie vielleicht wieder.',
  manual: 'Die Adresse kann wieder E-Mails dieses Projekts bekommen.',
}

export const suppressions = {
  title: 'Sperrliste',
  list: 'Gesperrte Adressen, neueste zuerst',
  count: (count: number) => plural(count, 'Adresse bekommt keine E-Mails', 'Adressen bekommen keine E-Mails'),
  matching: (count: number) => plural(count, 'Adresse passt', 'Adressen passen'),
  search: 'Nach Adresse suchen',
  reason: 'Grund',
  reasons,
  warnings,
  columns: {
    email: 'Adresse',
    reason: 'Grund',
    source: 'Quelle',
    since: 'Seit',
    until: 'Bis',
    actions: 'Aktionen',
  },
  forever: 'Für immer',
  add: 'Adressen hinzufügen',
  import: 'Importieren',
  remove: 'Entfernen',
  removeOne: (email: string) => `${email} entfernen`,
  empty: {
    title: 'Keine Adresse ist gesperrt',
    text: 'Adressen kommen von selbst hierher, wenn sie endgültig unzustellbar sind oder eine E-Mail als Spam melden. Sie bekommen keine E-Mails dieses Projekts mehr.',
  },
  nothing: {
    title: 'Keine Treffer',
    text: 'Versuchen Sie einen anderen Teil der Adresse.',
    clear: 'Alle anzeigen',
  },
  adding: {
    title: 'Adressen sperren',
    text: 'Keine E-Mail dieses Projekts geht mehr an sie, auch keine transaktionale.',
    tooMany: (most: string) => `Höchstens ${most} auf einmal: Fügen Sie den Rest danach hinzu.`,
    submit: (count: number) =>
      count > 1 ? `${plural(count, 'Adresse', 'Adressen')} sperren` : 'Adresse sperren',
    progress: 'Adressen, die gesperrt werden',
    stop: 'Stoppen',
    cancel: 'Abbrechen',
    done: (count: number) =>
      count === 1
        ? 'Die Adresse ist gesperrt.'
        : `${plural(count, 'Adresse ist', 'Adressen sind')} gesperrt.`,
    failed: (count: string, message: string) => `${count} konnten nicht hinzugefügt werden: ${message}`,
  },
  importing: {
    title: 'Sperrliste importieren',
    text: 'Eine CSV-Datei mit einer Spalte „email“ und, wenn Sie ihn kennen, einer Spalte „reason“ für den Grund. Keine E-Mail dieses Projekts geht mehr an diese Adressen.',
    file: 'CSV-Datei',
    fileHint: 'Gründe sind hard_bounce, complaint, soft_bounces oder manual.',
    reason: 'Grund der Zeilen, die keinen nennen',
    submit: 'Importieren',
    progress: 'Gelesene Zeilen',
    running: (done: string, total: string) => `${done} von ${total} Zeilen`,
    outcome: ({ done, failed }: { done: string; failed: string }) =>
      failed === '0' ? `Importiert: ${done}.` : `Importiert: ${done}. Nicht importiert: ${failed}.`,
    problem: (row: string, message: string) => `Zeile ${row}: ${message}`,
    leave: 'Im Hintergrund weitermachen',
    close: 'Schließen',
  },
  removing: {
    title: (email: string) => `${email} wieder E-Mails bekommen lassen?`,
    cancel: 'Behalten',
    submit: 'Entfernen',
    done: 'Die Adresse kann wieder E-Mails bekommen.',
  },
} satisfies Translation<typeof texts.suppressions>
