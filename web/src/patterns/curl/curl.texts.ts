import { translatable } from '../../i18n/translatable.ts'

export const curlTexts = translatable('patterns/curl/curl', 'curlTexts', {
  show: 'Show as curl',
  title: 'The same with the API',
  text: 'Put a secret key into the variable KEY of your shell first.',
  yourKey: '<your secret key>',
  names: { list: 'List', get: 'Get', send: 'Send', verify: 'Verify', import: 'Import' },
})
