import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

export const dkimZoneTexts = translatable('pages/settings/dkim-zone/dkim-zone', 'dkimZoneTexts', {
  title: 'Zone for DKIM keys',
  off: 'With the setting DKIM_ZONE, domains can lead by CNAME to keys in a zone of yours, which you replace without them.',
  text: (zone: string) =>
    `Publish these records in ${zone}, and remove those that are no longer listed. Domains lead to them by CNAME.`,
  none: 'No domain leads to it yet.',
  list: 'Records of the zone for DKIM keys',
  copy: 'Copy as zone file',
  copyValue: (name: string) => `Copy the value of the record ${name}`,
  states: { ACTIVE: 'Signs now', NEXT: 'Signs next', RETIRING: 'Being replaced' },
  of: (domain: string, project: string) => `${domain} of the project ${project}`,
  removable: 'Can be removed',
  more: (count: number) => `${plural(count, 'more record')} in the zone file.`,
})
