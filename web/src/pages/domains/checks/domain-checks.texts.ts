import { translatable } from '../../../i18n/translatable.ts'

export const domainCheckTexts = translatable('pages/domains/checks/domain-checks', 'domainCheckTexts', {
  title: (domain: string) => `Checks of ${domain}`,
  checks: 'Checks',
  back: 'Domain',
})
