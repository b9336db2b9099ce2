import { translatable } from '../../../i18n/translatable.ts'

export const sesTexts = translatable('pages/transports/form/ses', 'sesTexts', {
  region: 'Region',
  accessKeyId: 'Access key ID',
  accessKeyIdHint: 'With the permissions ses:SendEmail, ses:SendRawEmail and ses:GetAccount.',
  secretAccessKey: 'Secret access key',
  keepSecret:
    'Leave it empty to keep the stored one. It has to be given again when region, endpoint or access key change.',
  againSecret: 'Give it again: the stored one belongs to the account as it was.',
  configurationSet: 'Configuration set',
  configurationSetHint: 'Its events report what happened to an email. Empty: none.',
  sign: 'Sign with DKIM',
  signHint: 'Off: SES has to sign with a key of the domain.',
  endpoint: 'Endpoint',
  endpointHint: 'Empty: the public one of the region.',
})
