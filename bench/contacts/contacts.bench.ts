// A million contacts: in through the API, listed, searched, changed, and out again.
import path from 'node:path'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { writeContactFile } from './contact-file.ts'
import { copyFloor } from './copy-floor.ts'
import { benchExport } from './export.ts'
import { benchImport } from './import.ts'
import { benchReads } from './reads.ts'
import { benchUpserts } from './upserts.ts'

const ROWS = 1_000_000

export async function benchContacts(stage: Stage, add: (result: Result) => void): Promise<void> {
  const rows = stage.sized(ROWS)
  const file = path.join(stage.folder, 'contacts.csv')
  await writeContactFile(file, rows)
  // Earlier writes are on disk, so neither of the two measurements pays for the other.
  await stage.pool.query('checkpoint')
  const floorMs = await copyFloor(stage.pool, file)
  await stage.pool.query('checkpoint')
  await benchImport(stage, add, { file, rows, floorMs })
  await benchReads(stage, add, { rows, isFull: rows === ROWS })
  await benchExport(stage, add, rows)
  await benchUpserts(stage, add)
}
