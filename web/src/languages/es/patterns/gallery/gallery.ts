import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/gallery/gallery.texts.ts'

export const galleryTexts = {
  label: 'Empezar con',
  filter: 'Mostrar',
  all: 'Todo',
  own: 'Tus plantillas',
  empty: 'Vacía',
  kinds: {
    welcome: 'Bienvenida',
    news: 'Novedades',
    order: 'Pedidos',
    account: 'Cuentas',
    event: 'Eventos',
    offer: 'Ofertas',
    feedback: 'Opiniones',
  },
  preview: (name: string) => `Ver ${name}`,
  previewOf: (name: string) => `Vista previa de ${name}`,
  back: 'Volver a la galería',
  use: 'Usar esta',
  views: { desktop: 'Escritorio', phone: 'Teléfono', dark: 'Oscuro' },
} satisfies Translation<typeof texts.galleryTexts>
