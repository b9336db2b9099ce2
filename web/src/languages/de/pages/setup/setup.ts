import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/setup/setup.texts.ts'

export const setupTexts = {
  title: 'Lettermill einrichten',
  welcome: 'Willkommen bei Lettermill',
  text: 'Erstellen Sie das Konto des Inhabers. Es darf auf diesem Server alles und kann andere einladen.',
  name: 'Ihr Name',
  email: 'E-Mail',
  emailHint: 'Damit melden Sie sich an. Jetzt wird nichts dorthin gesendet.',
  password: 'Passwort',
  passwordHint: 'Mindestens 12 Zeichen.',
  timezone: 'Zeitzone',
  timezoneHint:
    'Statistiken und Zeitpläne Ihres Projekts richten sich nach ihr. Sie können sie später ändern.',
  submit: 'Konto erstellen',
  used: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er funktioniert einmal, innerhalb einer Stunde nach dem Start, der ihn ausgab. Wenn Sie ein Konto haben, melden Sie sich an. Solange niemand eines hat, gibt jeder Start des Servers einen neuen Link aus.',
    signIn: 'Anmelden',
  },
} satisfies Translation<typeof texts.setupTexts>
