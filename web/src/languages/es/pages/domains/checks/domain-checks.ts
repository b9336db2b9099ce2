import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/checks/domain-checks.texts.ts'

export const domainCheckTexts = {
  title: (domain: string) => `Comprobaciones de ${domain}`,
  checks: 'Comprobaciones',
  back: 'Dominio',
} satisfies Translation<typeof texts.domainCheckTexts>
