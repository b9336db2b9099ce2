import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/archive/archive.texts.ts'

export const archiveTexts = {
  text: 'Das Archiv ist eine öffentliche Seite mit den Kampagnen, die Sie wählen, und ein RSS-Feed. Es zeigt die E-Mails ohne die Daten eines Kontakts, und Links darin werden nicht verfolgt.',
  pages: 'Die öffentlichen Seiten',
  switch: 'Das Archiv ist öffentlich',
  on: 'Wer die Adresse hat, kann die Kampagnen lesen, die darin gezeigt werden.',
  off: 'Aus: Seine Seiten antworten „nicht gefunden“.',
  title: 'Titel',
  titleHint: 'Leer: „Unsere Newsletter“, in der Sprache des Projekts.',
  addresses: 'Adressen',
  list: 'Liste der E-Mails',
  feed: 'RSS-Feed',
  copyList: 'Adresse der Liste kopieren',
  copyFeed: 'Adresse des RSS-Feeds kopieren',
  open: 'Archiv öffnen',
  choose:
    'Eine Kampagne wird gezeigt, wenn „Im Archiv zeigen“ in ihren Einstellungen oder ihrem Bericht an ist.',
  saved: 'Die Einstellungen des Archivs wurden gespeichert.',
} satisfies Translation<typeof texts.archiveTexts>
