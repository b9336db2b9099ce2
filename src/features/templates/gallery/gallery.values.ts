// The gallery: emails to begin with. They are copied, so nothing depends on them, and they take colours, font and logo from the brand kit of
// the project.
import type { GalleryTemplate } from './gallery-kinds.values.ts'
import { MARKETING } from './marketing.values.ts'
import { TRANSACTIONAL } from './transactional.values.ts'

export const GALLERY: readonly GalleryTemplate[] = [...TRANSACTIONAL, ...MARKETING]
