import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/draft/draft.texts.ts'

export const draftTexts = {
  restored: 'Estos cambios no se guardaron al salir de la página. Aquí están de nuevo.',
  discard: 'Descartarlos',
  lossless: 'No se pierde nada tuyo.',
  choose: 'Compara y después elige.',
  compare: 'Comparar',
  keep: 'Conservar lo mío',
  take: 'Tomar lo suyo',
  leave: {
    title: '¿Salir sin guardar?',
    text: 'Tus cambios aún no están guardados. Se conservan en este navegador y vuelven cuando abras aquí esta página.',
    failed:
      'No se pudieron guardar tus cambios. Se conservan en este navegador y vuelven cuando abras aquí esta página.',
    stay: 'Quedarse',
    go: 'Salir',
  },
} satisfies Translation<typeof texts.draftTexts>
