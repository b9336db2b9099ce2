// Decodes and hashes the attachments of a call, up to 10 MB: in native code, and in steps short enough not to block the
// main thread.
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { Blob } from '../delivery/index.ts'
import { MOST_ATTACHED_BYTES } from './send.schema.ts'
import type { SendRequest } from './send.schema.ts'

/** In the order of the call. @throws AppError for attachments that are not base64 or too large together */
export async function readAttachments(projectId: ProjectId, { attachments }: SendRequest): Promise<Blob[]> {
  const blobs: Blob[] = []
  const problems: FieldProblem[] = []
  for (const [index, { content }] of attachments.entries()) {
    const turn = content.length > PIECE_BYTES ? () => heavyTurn(projectId) : undefined
    const bytes = await decodeBase64(content, turn)
    if (bytes) blobs.push({ hash: await hashOf(bytes), bytes })
    else {
      problems.push({
        field: `attachments.${index}.content`,
        message: 'must be base64',
        code: 'invalid_string',
      })
    }
  }
  if (areTooLarge(blobs)) problems.push(TOO_LARGE)
  if (problems.length > 0) throw invalidFields(...problems)
  return blobs
}

/** @throws AppError if they are too large together */
export function checkAttachmentSize(blobs: readonly Blob[]): readonly Blob[] {
  if (areTooLarge(blobs)) throw invalidFields(TOO_LARGE)
  return blobs
}

const areTooLarge = (blobs: readonly Blob[]): boolean =>
  blobs.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_ATTACHED_BYTES

const TOO_LARGE: FieldProblem = {
  field: 'attachments',
  message: 'must have at most 10 MB in total, decoded',
  code: 'too_big',
}

/** Runs in another thread, so other requests proceed between two attachments. */
const hashOf = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>))

/**
 * RFC 4648 section 4. Line breaks are allowed, because command line tools write them; padding is optional. The decoder
 * ignores invalid characters, so its result is encoded again and compared: both together take a third of the time of a
 * regular expression. `turn` is awaited before each step.
 */
export async function decodeBase64(text: string, turn?: () => Promise<void>): Promise<Buffer | undefined> {
  await turn?.()
  const joined = /[\r\n]/.test(text) ? await withoutLineBreaks(text, turn) : text
  await turn?.()
  const digits = withoutPadding(joined)
  const isPadded = digits.length < joined.length
  if (isPadded && joined.length % 4 !== 0) return undefined
  const bytes = Buffer.from(digits, 'base64')
  // Unused bits of the last digit may have any value (RFC 4648 section 3.5).
  const last = digits.length - 1
  const again = withoutPadding(bytes.toString('base64'))
  const isSame = again.length === digits.length && again.slice(0, last) === digits.slice(0, last)
  return isSame && /^[A-Za-z0-9+/]?$/.test(digits.slice(-1)) ? bytes : undefined
}

function withoutPadding(text: string): string {
  if (text.endsWith('==')) return text.slice(0, -2)
  return text.endsWith('=') ? text.slice(0, -1) : text
}

const CR = 0x0d
const LF = 0x0a

// A loop over this much takes a few milliseconds.
const PIECE_BYTES = 524_288

/** Works on bytes, in pieces: replacing millions of line breaks in a string takes seconds. */
async function withoutLineBreaks(text: string, turn?: () => Promise<void>): Promise<string> {
  const bytes = Buffer.from(text)
  let length = 0
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    if (from > 0) await turn?.()
    length = removeLineBreaks(bytes, { from, to: Math.min(from + PIECE_BYTES, bytes.length), length })
  }
  return bytes.toString('utf8', 0, length)
}

/** Compacts one piece in place, behind the bytes kept so far. @returns the number of bytes kept */
function removeLineBreaks(
  bytes: Buffer,
  { from, to, length }: { from: number; to: number; length: number },
): number {
  let kept = length
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number
    if (byte === CR || byte === LF) continue
    bytes[kept] = byte
    kept += 1
  }
  return kept
}
