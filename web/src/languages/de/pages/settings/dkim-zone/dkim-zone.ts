import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/dkim-zone/dkim-zone.texts.ts'

export const dkimZoneTexts = {
  title: 'Zone für DKIM-Schlüssel',
  off: 'Mit der Einstellung DKIM_ZONE können Domains per CNAME zu Schlüsseln in einer Zone von Ihnen führen, die Sie ohne sie austauschen.',
  text: (zone: string) =>
    `Veröffentlichen Sie diese Einträge in ${zone}, und entfernen Sie, was nicht mehr aufgeführt ist. Domains führen per CNAME dorthin.`,
  none: 'Noch führt keine Domain dorthin.',
  list: 'Einträge der Zone für DKIM-Schlüssel',
  copy: 'Als Zonendatei kopieren',
  copyValue: (name: string) => `Wert des Eintrags ${name} kopieren`,
  states: { ACTIVE: 'Signiert jetzt', NEXT: 'Signiert als Nächstes', RETIRING: 'Wird abgelöst' },
  of: (domain: string, project: string) => `${domain} im Projekt ${project}`,
  removable: 'Kann entfernt werden',
  more: (count: number) => `${plural(count, 'weiterer Eintrag', 'weitere Einträge')} in der Zonendatei.`,
} satisfies Translation<typeof texts.dkimZoneTexts>
