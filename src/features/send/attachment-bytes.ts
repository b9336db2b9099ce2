// Attachments from the base64 of a call to the bytes that are stored. Ten megabytes are decoded and hashed here, so the
// work is done by what runs outside JavaScript, and no step of it takes long.
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { Blob } from '../delivery/index.ts'
import { MOST_ATTACHED_BYTES } from './send.schema.ts'
import type { SendRequest } from './send.schema.ts'

/** In the order of the call. @throws AppError that names those that are not base64, or says that they are too large */
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
  if (isTooMuch(blobs)) problems.push(TOO_MUCH)
  if (problems.length > 0) throw invalidFields(...problems)
  return blobs
}

/** @throws AppError that says that they are too large */
export function withinLimit(blobs: readonly Blob[]): readonly Blob[] {
  if (isTooMuch(blobs)) throw invalidFields(TOO_MUCH)
  return blobs
}

const isTooMuch = (blobs: readonly Blob[]): boolean =>
  blobs.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_ATTACHED_BYTES

const TOO_MUCH: FieldProblem = {
  field: 'attachments',
  message: 'must have at most 10 MB in all, decoded',
  code: 'too_big',
}

/** In another thread, and so between two of them the others have their turn. */
const hashOf = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>))

/**
 * RFC 4648 section 4; line breaks may stand in it, as every command line tool writes them, and the padding may be left
 * out. The decoder passes over what it does not know, so its result is encoded again and compared: both together take a
 * third of the time of a pattern. `turn` is awaited before each step.
 */
export async function decodeBase64(text: string, turn?: () => Promise<void>): Promise<Buffer | undefined> {
  await turn?.()
  const joined = /[\r\n]/.test(text) ? await withoutLineBreaks(text, turn) : text
  await turn?.()
  const digits = withoutPadding(joined)
  const isPadded = digits.length < joined.length
  if (isPadded && joined.length % 4 !== 0) return undefined
  const bytes = Buffer.from(digits, 'base64')
  // Bits of the last digit that no byte needs may be anything (RFC 4648 section 3.5).
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

/** By bytes, in pieces: replacing millions of line breaks in a text takes seconds. */
async function withoutLineBreaks(text: string, turn?: () => Promise<void>): Promise<string> {
  const bytes = Buffer.from(text)
  let length = 0
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    if (from > 0) await turn?.()
    length = closeUp(bytes, { from, to: Math.min(from + PIECE_BYTES, bytes.length), length })
  }
  return bytes.toString('utf8', 0, length)
}

/** Moves everything but line breaks up to what was kept before. @returns how much is kept then */
function closeUp(bytes: Buffer, { from, to, length }: { from: number; to: number; length: number }): number {
  let kept = length
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number
    if (byte === CR || byte === LF) continue
    bytes[kept] = byte
    kept += 1
  }
  return kept
}
