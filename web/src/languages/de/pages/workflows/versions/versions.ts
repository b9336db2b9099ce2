import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/workflows/versions/versions.texts.ts'

export const versions = {
  list: 'Versionen des Workflows',
  version: (version: number) => `Version ${version}`,
  current: 'Aktuell',
  saved: 'Gespeichert',
  steps: (count: number) => plural(count, 'Schritt', 'Schritte'),
  inside: (count: number) => `${plural(count, 'Kontakt', 'Kontakte')} darin`,
  nobody: 'Niemand darin',
  hint: 'Wer darin ist, endet mit der Version, mit der er begann. Wer eintritt, nimmt die aktuelle.',
  added: (steps: string) => `Hinzugefügt: ${steps}`,
  removed: (steps: string) => `Entfernt: ${steps}`,
  changed: (steps: string) => `Geändert: ${steps}`,
  rules: 'Der Start, das Ziel oder die Regeln für Eintritt und Austritt haben sich geändert.',
  same: 'Dasselbe wie im Editor.',
  diff: 'Von der gewählten Version zum Stand im Editor',
  compare: 'Von dieser Version zum Stand im Editor',
  restore: 'Diese Version in den Editor übernehmen',
  restored: (version: number) =>
    `Version ${version} ist im Editor. Speichern Sie, um sie zur aktuellen zu machen.`,
} satisfies Translation<typeof texts.versions>
