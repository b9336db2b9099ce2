import type { GalleryKind } from '../../../../../../src/features/templates/gallery/gallery-kinds.values.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/gallery/gallery.texts.ts'

export const galleryTexts = {
  label: 'Beginnen mit',
  filter: 'Zeigen',
  all: 'Alles',
  own: 'Ihre Vorlagen',
  empty: 'Leer',
  kinds: {
    welcome: 'Willkommen',
    news: 'Neuigkeiten',
    order: 'Bestellungen',
    account: 'Konten',
    event: 'Veranstaltungen',
    offer: 'Angebote',
    feedback: 'Feedback',
  } satisfies Record<GalleryKind, string>,
  preview: (name: string) => `Vorschau von ${name} öffnen`,
  previewOf: (name: string) => `Vorschau von ${name}`,
  back: 'Zurück zur Galerie',
  use: 'Diese verwenden',
  views: { desktop: 'Computer', phone: 'Handy', dark: 'Dunkel' },
} satisfies Translation<typeof texts.galleryTexts>
