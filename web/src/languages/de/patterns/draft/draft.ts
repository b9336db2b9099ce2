import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/draft/draft.texts.ts'

export const draftTexts = {
  restored: 'Diese Änderungen waren nicht gespeichert, als diese Seite verlassen wurde. Sie sind wieder da.',
  discard: 'Verwerfen',
  lossless: 'Nichts von Ihnen ist verloren.',
  choose: 'Vergleichen Sie, dann wählen Sie.',
  compare: 'Vergleichen',
  keep: 'Meine behalten',
  take: 'Andere übernehmen',
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen sind noch nicht gespeichert. Sie bleiben in diesem Browser und kommen zurück, wenn Sie diese Seite hier wieder öffnen.',
    failed:
      'Ihre Änderungen konnten nicht gespeichert werden. Sie bleiben in diesem Browser und kommen zurück, wenn Sie diese Seite hier wieder öffnen.',
    stay: 'Bleiben',
    go: 'Verlassen',
  },
} satisfies Translation<typeof texts.draftTexts>
