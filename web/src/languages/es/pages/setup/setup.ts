import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/setup/setup.texts.ts'

export const setupTexts = {
  title: 'Configurar Lettermill',
  welcome: 'Te damos la bienvenida a Lettermill',
  text: 'Crea la cuenta del propietario. Puede hacerlo todo en este servidor e invitar a otras personas.',
  name: 'Tu nombre',
  email: 'Correo',
  emailHint: 'Con él inicias sesión. Ahora no se le envía nada.',
  password: 'Contraseña',
  passwordHint: 'Al menos 12 caracteres.',
  timezone: 'Zona horaria',
  timezoneHint:
    'Las estadísticas y los horarios de tu proyecto se rigen por ella. Puedes cambiarla más tarde.',
  submit: 'Crear la cuenta',
  used: {
    title: 'Este enlace ya no funciona',
    text: 'Funciona una vez, durante la hora siguiente al arranque que lo mostró. Si tienes una cuenta, inicia sesión. Mientras nadie tenga una, cada arranque del servidor muestra un enlace nuevo.',
    signIn: 'Iniciar sesión',
  },
} satisfies Translation<typeof texts.setupTexts>
