import { translatable } from '../../i18n/translatable.ts'

export const clientTexts = translatable('api/client/client', 'clientTexts', {
  offline: 'The server does not answer. Check your connection; the page tries again by itself.',
  status: (status: number) => `The server answered with status ${status}.`,
})
