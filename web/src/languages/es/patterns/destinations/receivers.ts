import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/destinations/receivers.texts.ts'

export const receiverNames = {
  google: 'Google',
  microsoft: 'Microsoft',
  yahoo: 'Yahoo',
  apple: 'Apple',
  comcast: 'Comcast',
  gmx: 'GMX',
  telekom: 'Telekom',
  orange: 'Orange',
  free: 'Free',
  mailru: 'Mail.ru',
  yandex: 'Yandex',
  tencent: 'Tencent',
  netease: 'NetEase',
  proton: 'Proton',
  zoho: 'Zoho',
  fastmail: 'Fastmail',
  mimecast: 'Mimecast',
  proofpoint: 'Proofpoint',
  barracuda: 'Barracuda',
  ionos: 'IONOS',
  ovh: 'OVH',
  others: 'Todos los demás',
} satisfies Translation<typeof texts.receiverNames>
