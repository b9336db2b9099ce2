// Makes of a picture what an email can show: not larger than screens are, without what cameras write into files (place,
// time, owner), in a form that every email client reads. The size is read from the header before anything is decoded, so
// that a small file cannot unfold into gigabytes. Runs in a thread; sharp is loaded with its first use.
import type sharpModule from 'sharp'
import type { Metadata } from 'sharp'
import { invalidFields } from '../../platform/errors.ts'
import { kindOf } from './image-kind.ts'
import type { FittedImage } from './images.threads.ts'

// Twice the 600 or 700 pixels that emails are wide, for dense screens, and some more.
const WIDEST = 1_600
const TALLEST = 4_000

/** As many as the largest cameras take. All frames of an animation count together. */
export const MOST_PIXELS = 50_000_000

const JPEG_QUALITY = 82

export async function fitImage(given: Uint8Array): Promise<FittedImage> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const kind = kindOf(bytes)
  if (!kind) throw notAnImage('must be a PNG, JPEG, GIF or WebP image')
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const metadata = await headerOf(sharp, bytes)
  const isAnimated = kind === 'gif' && (metadata.pages ?? 1) > 1
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: isAnimated, failOn: 'error' })
    .autoOrient()
    .resize({
      width: WIDEST,
      height: isAnimated ? undefined : TALLEST,
      fit: 'inside',
      withoutEnlargement: true,
    })
  const form = formOf(kind, metadata)
  try {
    const made =
      form === 'jpeg'
        ? picture.jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
        : form === 'gif'
          ? picture.gif()
          : picture.png({ compressionLevel: 9 })
    const { data, info } = await made.toBuffer({ resolveWithObject: true })
    const height = info.pageHeight ?? info.height
    return { bytes: data, contentType: `image/${form}`, width: info.width, height }
  } catch (error) {
    throw notAnImage(`cannot be read as an image: ${reasonOf(error)}`)
  }
}

/** Outlook shows no WebP. */
function formOf(kind: string, { hasAlpha }: Metadata): 'png' | 'jpeg' | 'gif' {
  if (kind === 'webp') return hasAlpha ? 'png' : 'jpeg'
  return kind as 'png' | 'jpeg' | 'gif'
}

async function headerOf(sharp: typeof sharpModule, bytes: Buffer): Promise<Metadata> {
  let metadata: Metadata
  try {
    metadata = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata()
  } catch (error) {
    throw notAnImage(`cannot be read as an image: ${reasonOf(error)}`)
  }
  const { width, height } = metadata
  // The height of an animation is that of all its frames, one below the other.
  if (width * height > MOST_PIXELS) {
    throw notAnImage(
      `has ${Math.round((width * height) / 1e6)} million pixels; the limit is ${MOST_PIXELS / 1e6} million`,
    )
  }
  return metadata
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message.split('\n', 1)[0]?.slice(0, 200) : ''

const notAnImage = (message: string) => invalidFields({ field: 'file', message, code: 'custom' })
