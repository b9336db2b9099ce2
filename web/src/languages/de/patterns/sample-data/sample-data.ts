import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/sample-data/sample-data.texts.ts'

export const sampleDataTexts = {
  text: 'Nur zum Ausprobieren? Laden Sie Kontakte mit Ereignissen, ein Segment, Vorlagen, gesendete Kampagnen und einen Workflow mit Durchläufen. An die Kontakte wird nie etwas gesendet, und ein Klick entfernt alles.',
  add: 'Beispieldaten laden',
  added: (contacts: number) =>
    `${plural(contacts, 'Kontakt', 'Kontakte')} mit Ereignissen, zwei gesendete Kampagnen, ein Workflow, ein Segment, Themen, Vorlagen und ein Formular sind da.`,
} satisfies Translation<typeof texts.sampleDataTexts>
