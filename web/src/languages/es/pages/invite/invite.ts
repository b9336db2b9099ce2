import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/invite/invite.texts.ts'

export const invite = {
  title: 'Invitación',
  heading: 'Te han invitado',
  text: 'Elige un nombre y una contraseña. Si esta dirección ya tiene una cuenta, escribe su contraseña.',
  name: 'Tu nombre',
  password: 'Contraseña',
  passwordHint: 'Al menos 12 caracteres.',
  submit: 'Aceptar la invitación',
} satisfies Translation<typeof texts.invite>
