import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/machine-checks/machine-checks.texts.ts'

export const machineCheckTexts = {
  title: 'Prüfungen des Servers',
  text: 'Was Empfängerserver an diesem Server prüfen: die Namen seiner Adressen, Sperrlisten, sein Zertifikat und seine Uhr.',
  open: 'Prüfungen öffnen',
  back: 'Einstellungen',
} satisfies Translation<typeof texts.machineCheckTexts>
