import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/transports/form/ses.texts.ts'

export const sesTexts = {
  region: 'Region',
  accessKeyId: 'Access-Key-ID',
  accessKeyIdHint: 'Mit den Berechtigungen ses:SendEmail, ses:SendRawEmail und ses:GetAccount.',
  secretAccessKey: 'Geheimer Zugriffsschlüssel',
  keepSecret:
    'Leer lassen, um den gespeicherten zu behalten. Er muss neu angegeben werden, wenn sich Region, Endpunkt oder Access-Key ändern.',
  againSecret: 'Geben Sie ihn neu an: Der gespeicherte gehört zum Konto, wie es war.',
  configurationSet: 'Configuration Set',
  configurationSetHint: 'Seine Ereignisse melden, was mit einer E-Mail geschah. Leer: keines.',
  sign: 'Mit DKIM signieren',
  signHint: 'Aus: SES muss mit einem Schlüssel der Domain signieren.',
  endpoint: 'Endpunkt',
  endpointHint: 'Leer: der öffentliche der Region.',
} satisfies Translation<typeof texts.sesTexts>
