// Reads a backup file in the order in which it was written: the header, table after table, the end. A caller must not
// commit anything before `finish` has returned: only then the file has proved to be complete.
import type { z } from 'zod'
import { AnyHeader, BACKUP_FORMAT, BackupEnd, BackupHeader, TableEnd, TableStart } from './backup.schema.ts'
import { BackupFileError, createFrameReader, DAMAGED, NO_BACKUP, TOO_SHORT } from './backup-file.ts'
import type { Frame } from './backup-file.ts'

export type BackupReader = {
  header: BackupHeader
  /** The name of the next table; undefined after the last one. */
  nextTable(): Promise<string | undefined>
  /** The rows of that table; must be read to their end. */
  rows(): AsyncGenerator<Buffer>
  /** How many rows the table had when it was written. */
  endTable(): Promise<number>
  /** Checks that nothing is missing or changed; returns the final frame. */
  finish(): Promise<BackupEnd>
}

/** Reads the header of a decompressed file and is ready for its first table. */
export async function openBackup(source: AsyncIterable<Buffer>): Promise<BackupReader> {
  const frames = createFrameReader(source)
  const next = async (): Promise<Frame> => {
    const frame = await frames.next()
    if (!frame) throw new BackupFileError(TOO_SHORT)
    return frame
  }
  const first = await next()
  if (first.kind !== 'H') throw new BackupFileError(NO_BACKUP)
  const header = parseHeader(first)
  let current = await next()
  let tables = 0
  let rows = 0
  return {
    header,
    async nextTable() {
      if (current.kind === 'Z') return undefined
      tables += 1
      return parse(current, { kind: 'T', schema: TableStart }).table
    },
    async *rows() {
      for (current = await next(); current.kind === 'D'; current = await next()) yield current.content
    },
    async endTable() {
      const end = parse(current, { kind: 'E', schema: TableEnd })
      rows += end.rows
      current = await next()
      return end.rows
    },
    async finish() {
      const sha256 = frames.sha256()
      const end = parse(current, { kind: 'Z', schema: BackupEnd })
      // Reading to the very end makes the decompressor verify its own checksum.
      const more = await frames.next()
      if (more || end.sha256 !== sha256 || end.tables !== tables || end.rows !== rows) {
        throw new BackupFileError(DAMAGED)
      }
      return end
    },
  }
}

function parseHeader(frame: Frame): BackupHeader {
  const any = parse(frame, { kind: 'H', schema: AnyHeader })
  if (any.format > BACKUP_FORMAT) {
    throw new BackupFileError(
      `it was written by Lettermill ${any.program} in a newer format. Restore it with that version or a later one`,
    )
  }
  return parse(frame, { kind: 'H', schema: BackupHeader })
}

function parse<S extends z.ZodType>(frame: Frame, wanted: { kind: string; schema: S }): z.output<S> {
  if (frame.kind !== wanted.kind) throw new BackupFileError(DAMAGED)
  const checked = wanted.schema.safeParse(jsonOf(frame.content))
  if (!checked.success) throw new BackupFileError(DAMAGED)
  return checked.data
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString()) as unknown
  } catch {
    return undefined
  }
}
