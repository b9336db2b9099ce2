import type { TEMPLATE_TYPES } from '../templates.values.ts'
import type { GalleryDocument } from './gallery-blocks.values.ts'

/** The subjects of emails, for the filter of the gallery. */
export const GALLERY_KINDS = ['welcome', 'news', 'order', 'account', 'event', 'offer', 'feedback'] as const
export type GalleryKind = (typeof GALLERY_KINDS)[number]

export type GalleryTemplate = {
  id: string
  name: string
  description: string
  kind: GalleryKind
  type: (typeof TEMPLATE_TYPES)[number]
  subject: string
  previewText: string
  blocks: GalleryDocument
  /** Values for its preview. */
  sample: Record<string, unknown>
}
