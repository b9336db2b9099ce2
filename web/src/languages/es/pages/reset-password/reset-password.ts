import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/reset-password/reset-password.texts.ts'

export const forgotTexts = {
  title: 'Contraseña olvidada',
  heading: 'Elige una contraseña nueva',
  text: 'Escribe la dirección de tu cuenta. Le enviamos un enlace con el que eliges una contraseña nueva.',
  email: 'Correo',
  submit: 'Enviar el enlace',
  back: 'Volver a iniciar sesión',
  sent: {
    heading: 'Mira tu buzón',
    text: (email: string) =>
      `Si ${email} tiene una cuenta aquí, el enlace está en camino. Funciona una vez, durante 30 minutos.`,
    again: 'Usar otra dirección',
  },
  noEmail:
    'Si no llega ningún correo, o si has perdido tu autenticador, puede ayudarte el operador de este servidor:',
  byCommand: {
    text: 'Este servidor no puede enviar un enlace por correo. Su operador te da una contraseña nueva con este comando, en la carpeta de Lettermill:',
    why: 'Se puede enviar un enlace cuando MAIL_TRANSPORT es un servidor de correo y un proyecto tiene un remitente predeterminado que puede enviar.',
  },
  command: 'npx lettermill accounts reset-password <email>',
  copyCommand: 'Copiar el comando',
} satisfies Translation<typeof texts.forgotTexts>

export const resetTexts = {
  title: 'Contraseña nueva',
  heading: 'Elige una contraseña nueva',
  text: (email: string) => `Para ${email}. Al fijarla terminan todas tus sesiones.`,
  validFor: 'El enlace funciona hasta',
  password: 'Contraseña nueva',
  passwordHint: 'Al menos 12 caracteres.',
  submit: 'Fijar la contraseña',
  invalid: {
    heading: 'Este enlace ya no funciona',
    text: 'Funciona una vez, durante 30 minutos. Si tu contraseña aún no ha cambiado, pide un enlace nuevo.',
    again: 'Pedir un enlace nuevo',
    signIn: 'Iniciar sesión',
  },
} satisfies Translation<typeof texts.resetTexts>
