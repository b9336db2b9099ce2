import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../components/components.texts.ts'

/** Texts of components that are the same on every page. */
export const components = {
  copied: 'Kopiert',
  copyCode: 'Kopieren',
  close: 'Schließen',
  cancel: 'Abbrechen',
  loadMore: 'Weitere werden geladen…',
  tryAgain: 'Erneut versuchen',
  requestId: 'Anfrage-ID',
  copyRequestId: 'Anfrage-ID kopieren',
  selectAll: 'Alle geladenen Zeilen auswählen',
  selectRow: (name: string) => `${name} auswählen`,
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  clearSearch: 'Suche leeren',
  nothingFound: 'Nichts gefunden.',
  language: 'Sprache des Beispiels',
  content: 'Inhalt',
  chart: { asTable: 'Als Tabelle anzeigen', asChart: 'Als Diagramm anzeigen', time: 'Zeit' },
} satisfies Translation<typeof texts.components>
