import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/ses.texts.ts'

export const sesTexts = {
  region: 'Región',
  accessKeyId: 'ID de la clave de acceso',
  accessKeyIdHint: 'Con los permisos ses:SendEmail, ses:SendRawEmail y ses:GetAccount.',
  secretAccessKey: 'Clave de acceso secreta',
  keepSecret:
    'Déjalo vacío para conservar la guardada. Hay que indicarla de nuevo cuando cambian la región, el endpoint o la clave de acceso.',
  againSecret: 'Indícala de nuevo: la guardada pertenece a la cuenta tal como estaba.',
  configurationSet: 'Configuration set',
  configurationSetHint: 'Sus eventos informan de lo que pasó con un correo. Vacío: ninguno.',
  sign: 'Firmar con DKIM',
  signHint: 'Desactivado: SES debe firmar con una clave del dominio.',
  endpoint: 'Endpoint',
  endpointHint: 'Vacío: el público de la región.',
} satisfies Translation<typeof texts.sesTexts>
