import { translatable } from '../../i18n/translatable.ts'

export const clientTexts = translatable('api/client/client', 'clientTexts', {
  offline: 'The server does not answer. Check your connection; the page tries again by itself.',
  /** The message of an error of the server, by its code. In English, and for codes without a translation, its own. */
  problem: (_code: string, message: string) => message,
  status: (status: number) => `The server answered with status ${status}.`,
})
