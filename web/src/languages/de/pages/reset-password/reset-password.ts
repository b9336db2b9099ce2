import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/reset-password/reset-password.texts.ts'

export const forgotTexts = {
  title: 'Passwort vergessen',
  heading: 'Neues Passwort wählen',
  text: 'Geben Sie die Adresse Ihres Kontos ein. Wir senden einen Link dorthin, mit dem Sie ein neues Passwort wählen.',
  email: 'E-Mail',
  submit: 'Link senden',
  back: 'Zurück zur Anmeldung',
  sent: {
    heading: 'Sehen Sie in Ihr Postfach',
    text: (email: string) =>
      `Wenn ${email} hier ein Konto hat, ist ein Link unterwegs. Er funktioniert einmal, 30 Minuten lang.`,
    again: 'Andere Adresse verwenden',
  },
  noEmail:
    'Wenn keine E-Mail ankommt oder Sie Ihren Authenticator verloren haben, kann der Betreiber dieses Servers helfen:',
  byCommand: {
    text: 'Dieser Server kann keinen Link per E-Mail senden. Sein Betreiber gibt Ihnen mit diesem Befehl ein neues Passwort, im Ordner von Lettermill:',
    why: 'Ein Link lässt sich senden, sobald MAIL_TRANSPORT ein Mailserver ist und ein Projekt einen Standardabsender hat, der senden darf.',
  },
  command: 'npx lettermill accounts reset-password <email>',
  copyCommand: 'Befehl kopieren',
} satisfies Translation<typeof texts.forgotTexts>

export const resetTexts = {
  title: 'Neues Passwort',
  heading: 'Neues Passwort wählen',
  text: (email: string) => `Für ${email}. Alle Ihre Sitzungen enden, wenn Sie es setzen.`,
  validFor: 'Der Link funktioniert bis',
  password: 'Neues Passwort',
  passwordHint: 'Mindestens 12 Zeichen.',
  submit: 'Passwort setzen',
  invalid: {
    heading: 'Dieser Link funktioniert nicht mehr',
    text: 'Er funktioniert einmal, 30 Minuten lang. Ist Ihr Passwort noch nicht geändert, fordern Sie einen neuen Link an.',
    again: 'Neuen Link anfordern',
    signIn: 'Anmelden',
  },
} satisfies Translation<typeof texts.resetTexts>
