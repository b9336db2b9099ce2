// The one file of a zip archive (APPNOTE.TXT 6.3). Sizes are those of the central directory, as every program that unpacks
// reads them; nothing is taken from an offset before it was compared with the length of the file.
import { ReportError } from './report-error.ts'
import type { ReportLimits } from './report-limits.values.ts'

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const FILE_SIGNATURE = 0x04034b50
const FILE_BYTES = 30
/** A field with this value continues in a record of Zip64, which files of this size do not need. */
const IN_ZIP64 = 0xffffffff
const ENCRYPTED = 1

type ZipEntry = { method: number; data: Uint8Array }
type DirectoryEntry = { flags: number; method: number; size: number; offset: number; name: string }

/** The first file that is not a folder. @throws ReportError */
export function findZipEntry(archive: Uint8Array, limits: ReportLimits): ZipEntry {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const entries = readDirectory(bytes, limits.archiveEntries)
  const entry = entries.find(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'))
  if (!entry) throw new ReportError('The zip archive has no file.')
  if ((entry.flags & ENCRYPTED) !== 0) throw new ReportError('The zip archive is encrypted.')
  return { method: entry.method, data: dataOf(bytes, entry) }
}

function readDirectory(bytes: Buffer, most: number): DirectoryEntry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > most) throw new ReportError(`The zip archive has ${count} files, more than ${most}.`)
  const entries: DirectoryEntry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged()
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
      name: bytes.toString('latin1', at + ENTRY_BYTES, Math.min(at + ENTRY_BYTES + nameBytes, end)),
    })
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** From the end, because a comment may follow. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  }
  throw damaged()
}

function dataOf(bytes: Buffer, { size, offset }: DirectoryEntry): Uint8Array {
  if (size === IN_ZIP64 || offset === IN_ZIP64) throw new ReportError('The zip archive is too large (Zip64).')
  if (offset + FILE_BYTES > bytes.length || bytes.readUInt32LE(offset) !== FILE_SIGNATURE) throw damaged()
  const start = offset + FILE_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + size > bytes.length) throw damaged()
  return bytes.subarray(start, start + size)
}

const damaged = () => new ReportError('The zip archive is damaged or cut off.')
