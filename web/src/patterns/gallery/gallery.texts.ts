import type { GalleryKind } from '../../../../src/features/templates/gallery/gallery-kinds.values.ts'
import { translatable } from '../../i18n/translatable.ts'

export const galleryTexts = translatable('patterns/gallery/gallery', 'galleryTexts', {
  label: 'Begin with',
  filter: 'Show',
  all: 'Everything',
  own: 'Your templates',
  empty: 'Empty',
  kinds: {
    welcome: 'Welcome',
    news: 'News',
    order: 'Orders',
    account: 'Accounts',
    event: 'Events',
    offer: 'Offers',
    feedback: 'Feedback',
  } satisfies Record<GalleryKind, string>,
  preview: (name: string) => `Preview ${name}`,
  previewOf: (name: string) => `Preview of ${name}`,
  back: 'Back to the gallery',
  use: 'Use this one',
  views: { desktop: 'Desktop', phone: 'Phone', dark: 'Dark' },
})
