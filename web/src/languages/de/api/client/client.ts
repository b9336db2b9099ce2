import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../api/client/client.texts.ts'

export const clientTexts = {
  offline: 'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung; die Seite versucht es von selbst erneut.',
  status: (status: number) => `Der Server hat mit Status ${status} geantwortet.`,
} satisfies Translation<typeof texts.clientTexts>
