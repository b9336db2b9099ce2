import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../app/sign-in/sign-in.texts.ts'

export const signInTexts = {
  title: 'Iniciar sesión',
  welcome: 'Inicia sesión en Lettermill',
  email: 'Correo',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  leave: 'Salir de esta página',
  noAccount:
    'No hay página de registro. El propietario de este servidor te invita, o el primer arranque muestra un enlace de configuración.',
  notSetUp: {
    title: 'Configurar Lettermill',
    text: 'Nadie tiene todavía una cuenta en este servidor. Su salida contiene el enlace que crea la primera: el enlace de configuración.',
    terminal: 'En el terminal donde se inició el servidor, está en las últimas líneas del arranque.',
    log: 'Como servicio o en un contenedor, es una línea del registro: journalctl -u lettermill, o docker compose logs.',
    again: 'Funciona durante una hora. Reinicia el servidor para obtener uno nuevo.',
  },
  forgot: '¿Has olvidado tu contraseña?',
  changed:
    'Tu contraseña ha cambiado y todas tus sesiones han terminado. Inicia sesión con la nueva contraseña.',
  code: 'Código',
  codeHint: 'Lo muestra tu aplicación de autenticación.',
  withProvider: (name: string) => `Iniciar sesión con ${name}`,
  inAnotherTab: (name: string) => `Iniciar sesión con ${name} en otra pestaña`,
  or: 'o con tu contraseña',
} satisfies Translation<typeof texts.signInTexts>

export const providerRefusals = {
  state:
    'El inicio de sesión no empezó en este navegador, o fue hace demasiado tiempo. Inténtalo de nuevo en la dirección pública de este servidor.',
  denied: 'El inicio de sesión se canceló en el proveedor.',
  unverified: 'El proveedor no confirma tu dirección de correo.',
  domain: 'Las direcciones de tu dominio no pueden iniciar sesión aquí.',
  unknown:
    'Tu dirección no tiene cuenta aquí. Pide a un propietario del proyecto que te invite e inténtalo de nuevo.',
  linked:
    'Tu dirección pertenece a la cuenta de otra persona en el proveedor. Consulta al operador de este servidor.',
  claims:
    'El proveedor no dice quién eres de una forma que se pueda leer: su token necesita una dirección de correo y un subject. Consulta al operador de este servidor.',
  provider:
    'No se pudo consultar al proveedor, o su respuesta no es válida. Inténtalo de nuevo o usa tu contraseña.',
} satisfies Translation<typeof texts.providerRefusals>
