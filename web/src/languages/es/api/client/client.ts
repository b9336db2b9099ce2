import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../api/client/client.texts.ts'

export const clientTexts = {
  offline: 'El servidor no responde. Comprueba tu conexión; la página lo intenta de nuevo por sí sola.',
  status: (status: number) => `El servidor respondió con el estado ${status}.`,
} satisfies Translation<typeof texts.clientTexts>
