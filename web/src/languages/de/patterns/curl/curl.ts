import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/curl/curl.texts.ts'

export const curlTexts = {
  show: 'Als curl anzeigen',
  title: 'Dasselbe mit der API',
  text: 'Legen Sie zuerst einen geheimen Schlüssel in die Variable KEY Ihrer Shell.',
  yourKey: '<Ihr geheimer Schlüssel>',
  names: { list: 'Liste', get: 'Lesen', send: 'Senden', verify: 'Prüfen', import: 'Importieren' },
} satisfies Translation<typeof texts.curlTexts>
