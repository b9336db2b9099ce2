import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/curl/curl.texts.ts'

export const curlTexts = {
  show: 'Mostrar como curl',
  title: 'Lo mismo con la API',
  text: 'Pon antes una clave secreta en la variable KEY de tu terminal.',
  yourKey: '<tu clave secreta>',
  names: { list: 'Listar', get: 'Obtener', send: 'Enviar', verify: 'Verificar', import: 'Importar' },
} satisfies Translation<typeof texts.curlTexts>
