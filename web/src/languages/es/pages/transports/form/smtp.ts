import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/smtp.texts.ts'

export const smtpTexts = {
  encryptions: {
    required: 'STARTTLS',
    implicit: 'TLS desde el primer byte',
    opportunistic: 'STARTTLS si se ofrece',
  },
  providers: {
    auto: 'Por el nombre del host',
    ses: 'Amazon SES',
    sendgrid: 'SendGrid',
    mailgun: 'Mailgun',
    postmark: 'Postmark',
    resend: 'Resend',
    brevo: 'Brevo',
    mailjet: 'Mailjet',
    sparkpost: 'SparkPost',
    custom: 'Otro',
  },
  signIns: { password: 'Contraseña', oauth2: 'OAuth 2' },
  host: 'Host',
  port: 'Puerto',
  tls: 'Cifrado',
  tlsHint: 'No con una contraseña, que nunca se envía sin cifrar.',
  signIn: 'Iniciar sesión con',
  oauthHint: 'Microsoft 365 y Google lo exigen. Registra allí primero una aplicación.',
  user: 'Usuario',
  mailbox: 'Buzón',
  password: 'Contraseña',
  keepPassword:
    'Déjalo vacío para conservar la guardada. Hay que indicarla de nuevo cuando cambian host, puerto, usuario, cifrado o comprobación del certificado.',
  againPassword: 'Indícala de nuevo: la guardada no se envía a un servidor que ha cambiado.',
  verifyCertificate: 'Comprobar el certificado',
  verifyCertificateHint: 'Desactivado: se acepta también un certificado en el que este servidor no confía.',
  sign: 'Firmar con DKIM',
  signHint: 'Desactivado: el relay debe firmar con una clave del dominio.',
  provider: 'Proveedor',
  providerHint:
    'Elígelo si llegas a él con un nombre de host propio. Solo así se pueden asignar sus informes.',
} satisfies Translation<typeof texts.smtpTexts>

export const oauthTexts = {
  services: { microsoft: 'Microsoft 365', google: 'Google', other: 'Otro' },
  serviceHints: {
    microsoft:
      'Host smtp.office365.com. Sustituye <tenant> en la URL por el ID de directorio de tu organización.',
    google:
      'Host smtp.gmail.com, con el token de actualización de un usuario que ha concedido https://mail.google.com/.',
    other: undefined,
  },
  service: 'Los tokens los emite',
  tokenUrl: 'URL de tokens',
  clientId: 'ID de cliente',
  clientSecret: 'Secreto de cliente',
  keepSecrets:
    'Déjalo vacío, igual que el token de actualización, para conservar los guardados. Hay que indicar ambos de nuevo cuando cambia el servidor o algo de OAuth 2.',
  refreshToken: 'Token de actualización',
  refreshTokenHint: 'Vacío: la aplicación inicia sesión por sí misma.',
  scope: 'Ámbito',
} satisfies Translation<typeof texts.oauthTexts>
