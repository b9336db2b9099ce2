import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../app/sign-in/sign-in.texts.ts'

export const signInTexts = {
  title: 'Anmelden',
  welcome: 'Bei Lettermill anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  leave: 'Diese Seite verlassen',
  noAccount:
    'Es gibt keine Seite zum Registrieren. Der Inhaber dieses Servers lädt Sie ein, oder der erste Start gibt einen Einrichtungslink aus.',
  notSetUp: {
    title: 'Lettermill einrichten',
    text: 'Auf diesem Server hat noch niemand ein Konto. In seiner Ausgabe steht der Link, mit dem das erste erstellt wird: der Einrichtungslink.',
    terminal: 'Im Terminal, in dem der Server gestartet wurde, steht er in den letzten Zeilen des Starts.',
    log: 'Als Dienst oder im Container ist er eine Zeile des Logs: journalctl -u lettermill oder docker compose logs.',
    again: 'Er gilt eine Stunde. Starten Sie den Server neu, um einen neuen zu erhalten.',
  },
  forgot: 'Passwort vergessen?',
  changed:
    'Ihr Passwort wurde geändert, und alle Ihre Sitzungen sind beendet. Melden Sie sich mit dem neuen Passwort an.',
  code: 'Code',
  codeHint: 'Ihre Authenticator-App zeigt ihn an.',
  withProvider: (name: string) => `Mit ${name} anmelden`,
  inAnotherTab: (name: string) => `In einem anderen Tab mit ${name} anmelden`,
  or: 'oder mit Ihrem Passwort',
} satisfies Translation<typeof texts.signInTexts>

/** Why the provider's sign-in did not work, by the code in the address of the page. */
export const providerRefusals = {
  state:
    'Die Anmeldung wurde nicht in diesem Browser begonnen oder ist zu lange her. Versuchen Sie es erneut, unter der öffentlichen Adresse dieses Servers.',
  denied: 'Die Anmeldung wurde beim Anbieter abgebrochen.',
  unverified: 'Der Anbieter bestätigt Ihre E-Mail-Adresse nicht.',
  domain: 'Adressen Ihrer Domain dürfen sich hier nicht anmelden.',
  unknown:
    'Ihre Adresse hat hier kein Konto. Bitten Sie einen Inhaber des Projekts um eine Einladung und versuchen Sie es dann erneut.',
  linked:
    'Ihre Adresse gehört beim Anbieter zum Konto einer anderen Person. Wenden Sie sich an den Betreiber dieses Servers.',
  claims:
    'Der Anbieter sagt nicht in lesbarer Form, wer Sie sind: Sein Token braucht eine E-Mail-Adresse und ein Subject. Wenden Sie sich an den Betreiber dieses Servers.',
  provider:
    'Der Anbieter konnte nicht gefragt werden, oder seine Antwort ist ungültig. Versuchen Sie es erneut oder verwenden Sie Ihr Passwort.',
} satisfies Translation<typeof texts.providerRefusals>
