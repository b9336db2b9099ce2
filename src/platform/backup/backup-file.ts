// The file of a backup: one zstd stream (`zstd -d` opens it) of frames. A frame is one byte for its kind, four for the
// length of its content (big-endian), and the content. They come in this order, and all but `D` are JSON
// (backup.schema.ts):
//
//   H                   the header: everything a restore decides by before it touches a database
//   T D D … E           a table: its name, its rows in the text format of COPY, how many there were
//   Z                   the end: what shows that the file is complete and undamaged
//
// Neither side ever holds more than a frame, so the size of a backup does not matter.
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ZstdCompress } from 'node:zlib'

export type FrameKind = 'H' | 'T' | 'D' | 'E' | 'Z'
export type Frame = { kind: FrameKind; content: Buffer }

const HEAD_BYTES = 5

// The largest we write is a header of some 40 tables, about 10 kB, or one read of a socket, 64 kB. A damaged length must
// not make the reader wait for gigabytes.
const LONGEST_FRAME_BYTES = 16 * 1024 * 1024

// Level 1 compresses our rows as well as the default of 3 in a third of the time: 200 MB/s on one core.
const LEVEL = 1

// The size of the decompressor's chunks. The default of 16 kB costs a turn of the event loop four times as often.
const CHUNK_BYTES = 64 * 1024

export const NO_BACKUP = 'it is not a backup of Lettermill'
export const DAMAGED = 'it is damaged'
export const TOO_SHORT = 'it ends too early, so writing or copying it was cut off'

/** The file cannot be read as a backup: it is another kind of file, damaged, or truncated. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError'
}

export const compressor = (): ZstdCompress =>
  createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })

/** Decompresses a file; fails with BackupFileError if it is invalid. */
export async function* decompress(file: Readable): AsyncGenerator<Buffer> {
  const stream = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  // Reading below fails with the same error.
  pipeline(file, stream).catch(() => undefined)
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new BackupFileError(TOO_SHORT)
  if (code === 'ZSTD_error_prefix_unknown') return new BackupFileError(NO_BACKUP)
  return code.startsWith('ZSTD_') ? new BackupFileError(DAMAGED) : error
}

/** Builds frames and the digest over all of them. */
export function createFrameWriter(): {
  frame(kind: FrameKind, content: Buffer | object): Buffer
  sha256(): string
} {
  const hash = createHash('sha256')
  return {
    frame(kind, content) {
      const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
      const whole = Buffer.concat([headOf(kind, bytes.length), bytes])
      hash.update(whole)
      return whole
    },
    sha256: () => digestOf(hash),
  }
}

export type FrameReader = {
  /** The next frame, or undefined at the end of the file. */
  next(): Promise<Frame | undefined>
  /** The digest over the frames before the last one that was read. */
  sha256(): string
}

/** Reads the frames of a decompressed file. */
export function createFrameReader(source: AsyncIterable<Buffer>): FrameReader {
  const chunks = source[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let last: Buffer = rest
  const fill = async (bytes: number): Promise<boolean> => {
    while (rest.length < bytes) {
      const chunk = await chunks.next()
      if (chunk.done === true) return false
      rest = rest.length === 0 ? chunk.value : Buffer.concat([rest, chunk.value])
    }
    return true
  }
  return {
    async next() {
      hash.update(last)
      last = Buffer.alloc(0)
      if (!(await fill(HEAD_BYTES))) {
        if (rest.length > 0) throw new BackupFileError(TOO_SHORT)
        return undefined
      }
      const kind = String.fromCharCode(rest[0] ?? 0)
      const length = rest.readUInt32BE(1)
      if (!isKind(kind) || length > LONGEST_FRAME_BYTES) throw new BackupFileError(DAMAGED)
      if (!(await fill(HEAD_BYTES + length))) throw new BackupFileError(TOO_SHORT)
      last = rest.subarray(0, HEAD_BYTES + length)
      rest = rest.subarray(HEAD_BYTES + length)
      return { kind, content: last.subarray(HEAD_BYTES) }
    },
    sha256: () => digestOf(hash),
  }
}

const NEWLINE = 10

/** The rows that end in a part of a table: COPY escapes the line ends inside values. */
export function countRows(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

function headOf(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 'latin1')
  head.writeUInt32BE(length, 1)
  return head
}

const isKind = (text: string): text is FrameKind => ['H', 'T', 'D', 'E', 'Z'].includes(text)

/** The digest so far; the hash can be continued. */
const digestOf = (hash: Hash): string => hash.copy().digest('hex')
