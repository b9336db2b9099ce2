// Converts an image for email: not larger than screens, without the metadata of cameras (place, time, owner), in a format that
// every email client shows. The size is read from the header before anything is decoded, so that a small file cannot expand
// into gigabytes. Runs in a thread; sharp is loaded on first use.
import type sharpModule from 'sharp'
import type { Metadata } from 'sharp'
import { invalidFields } from '../../platform/errors.ts'
import { imageKindOf } from './image-kind.ts'
import type { FittedImage } from './images.threads.ts'

// More than twice the 600 or 700 pixels that emails are wide, for dense screens.
const WIDEST = 1_600
const TALLEST = 4_000

/** The size of photos of the largest cameras. The frames of an animation count together. */
export const MOST_PIXELS = 50_000_000

const JPEG_QUALITY = 82

export async function fitImage(file: Uint8Array): Promise<FittedImage> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const kind = imageKindOf(bytes)
  if (!kind) throw notAnImage('must be a PNG, JPEG, GIF or WebP image')
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const metadata = await headerOf(sharp, bytes)
  const isAnimated = kind === 'gif' && (metadata.pages ?? 1) > 1
  const resized = sharp(bytes, { limitInputPixels: MOST_PIXELS, animated: isAnimated, failOn: 'error' })
    .autoOrient()
    .resize({
      width: WIDEST,
      height: isAnimated ? undefined : TALLEST,
      fit: 'inside',
      withoutEnlargement: true,
    })
  const format = outputFormatOf(kind, metadata)
  try {
    const encoded =
      format === 'jpeg'
        ? resized.jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
        : format === 'gif'
          ? resized.gif()
          : resized.png({ compressionLevel: 9 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const height = info.pageHeight ?? info.height
    return { bytes: data, contentType: `image/${format}`, width: info.width, height }
  } catch (error) {
    throw notAnImage(`cannot be read as an image: ${reasonOf(error)}`)
  }
}

/** Outlook does not show WebP. */
function outputFormatOf(kind: string, { hasAlpha }: Metadata): 'png' | 'jpeg' | 'gif' {
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
  // The height of an animation is the sum of the heights of its frames.
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
