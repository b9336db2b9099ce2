import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/opt-in/opt-in.texts.ts'

export const optInTexts = {
  text: 'Jeder kann jede Adresse in ein Formular eintragen. Mit Double-Opt-in bekommt, wer sich einträgt, eine E-Mail mit einem Link, und Marketing-E-Mails erst, nachdem er ihm gefolgt ist.',
  docs: 'So funktioniert Double-Opt-in',
  who: 'Wer bestätigt',
  switch: 'Alle, die sich eintragen, bestätigen über einen Link',
  on: 'Wer sich über ein Formular oder einen öffentlichen Schlüssel einträgt, wird um Bestätigung gebeten. Bis dahin bekommt er keine Marketing-E-Mails.',
  off: 'Aus: Neue Personen sind sofort Abonnenten. Wer sich abgemeldet hat, muss trotzdem bestätigen, um zurückzukehren.',
  noSender:
    'Das Projekt hat keinen Absender. Deshalb können die E-Mails mit dem Link nicht gesendet werden, und niemand kann sich mit einem Formular anmelden. Wählen Sie einen Standardabsender oder eine E-Mail mit eigenem Absender.',
  senderHint: 'Der Absender steht in',
  project: 'den Einstellungen des Projekts',
  email: 'Die E-Mail mit dem Link',
  template: 'E-Mail',
  builtIn: 'Die eingebaute E-Mail, in der Sprache der Person',
  templateHint: 'Oder eine transaktionale Vorlage mit {{ confirmUrl }}.',
  openTemplate: 'Vorlage öffnen',
  goneTemplate: (id: string) => `Eine Vorlage, die nicht in dieser Liste ist (${id})`,
  redirect: 'Seite nach dem Bestätigen',
  redirectHint: 'Leer: eine Seite dieses Servers, die sich bedankt.',
  expires: 'So viele Tage funktioniert der Link',
  says: (days: number) =>
    `Nach ${plural(days, 'Tag', 'Tagen')} ohne Klick ist der Kontakt wieder, wie er vorher war.`,
  notANumber: 'Geben Sie eine Zahl ein.',
  saved: 'Die Einstellungen für Double-Opt-in wurden gespeichert.',
} satisfies Translation<typeof texts.optInTexts>
