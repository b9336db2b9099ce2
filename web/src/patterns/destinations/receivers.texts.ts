import type { LimitedName } from '../../../../src/platform/email/mx/destination-limits.values.ts'
import { translatable } from '../../i18n/translatable.ts'

/** The large receivers, as people know them. */
export const receiverNames: Record<LimitedName, string> = translatable(
  'patterns/destinations/receivers',
  'receiverNames',
  {
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
    others: 'All others',
  },
)
