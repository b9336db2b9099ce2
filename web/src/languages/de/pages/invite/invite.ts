import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/invite/invite.texts.ts'

export const invite = {
  title: 'Einladung',
  heading: 'Sie sind eingeladen',
  text: 'Wählen Sie einen Namen und ein Passwort. Hat diese Adresse schon ein Konto, geben Sie dessen Passwort ein.',
  name: 'Ihr Name',
  password: 'Passwort',
  passwordHint: 'Mindestens 12 Zeichen.',
  submit: 'Einladung annehmen',
} satisfies Translation<typeof texts.invite>
