import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/topics/topics.texts.ts'

export const topicsTexts = {
  topic: 'Tema',
  none: 'Sin tema',
  gone: (key: string) => `${key} (eliminado)`,
  manage: 'Gestionar temas',
  create: 'Crear un tema',
  hints: {
    implied: 'Va a los suscritos que no lo han dejado.',
    explicit: 'Va a los suscritos que lo eligieron.',
    none: 'Va a todos los suscritos.',
    noTopics: 'Con temas, la gente puede dejar una clase de correo y conservar las demás.',
    gone: 'Este tema se eliminó: no se envía nada hasta que elijas otro, o ninguno.',
  },
} satisfies Translation<typeof texts.topicsTexts>
