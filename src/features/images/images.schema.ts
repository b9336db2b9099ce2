import { z } from 'zod'
import { listFields } from '../../platform/http/replies/paging.schema.ts'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'

export const Image = z
  .object({
    id: z.string(),
    name: z.string().describe('Name of the file, as uploaded.'),
    url: z
      .string()
      .describe('Public URL of the image: anyone who knows it can see the image. It never changes.'),
    contentType: z.enum(['image/png', 'image/jpeg', 'image/gif']),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Image' })

export const ImageList = z.object({ images: z.array(Image), ...listFields }).meta({ id: 'ImageList' })

export const ImageQuery = z.object({
  name: textUpTo(200).optional().describe('Name of the file, for lists. Default: image.'),
})

export const ImageUpload = z.unknown().describe('The image, or a form with one file.')

/** Bytes, not JSON, so it is not validated. */
export const ImageBytes = z.any().meta({ type: 'string', format: 'binary' }).describe('The image.')
