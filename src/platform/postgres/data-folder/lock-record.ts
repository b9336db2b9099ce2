// The small file that names the process which holds something: written atomically, read with an id of its content.
// data-folder-lock.ts decides which process may write it when.
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { ProcessIdentity } from './process-identity.ts'

/** `token` makes each record unique, also two of one process. */
export type LockRecord = ProcessIdentity & { note: string; token: string }

/** A record as found; `holder` is undefined for an empty or broken one. `id` changes with every write. */
export type FoundRecord = { id: string; holder: LockRecord | undefined }

/** File systems without hard links: FAT, some network and container mounts. */
const NO_LINK_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Creates the file with its content atomically; false if it exists already. */
export function createRecord(file: string, record: LockRecord): boolean {
  const draft = writeDraft(file, record)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'EEXIST') return false
    if (!NO_LINK_CODES.has(code)) throw error
    return createWithoutLink(file, record)
  } finally {
    rmSync(draft, { force: true })
  }
}

function createWithoutLink(file: string, record: LockRecord): boolean {
  try {
    writeFileSync(file, JSON.stringify(record), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Replaces the record atomically. */
export function putRecord(file: string, record: LockRecord): void {
  renameSync(writeDraft(file, record), file)
}

function writeDraft(file: string, record: LockRecord): string {
  const draft = `${file}.draft-${randomUUID()}`
  try {
    writeFileSync(draft, JSON.stringify(record), { flag: 'wx' })
    return draft
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** undefined if there is no such file. */
export function readRecord(file: string): FoundRecord | undefined {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const text = readFileSync(fd, 'utf8')
    const { ino, mtimeNs } = fstatSync(fd, { bigint: true })
    const id = createHash('sha256').update(`${ino} ${mtimeNs} ${text}`).digest('hex').slice(0, 12)
    return { id, holder: parseRecord(text) }
  } finally {
    closeSync(fd)
  }
}

function parseRecord(text: string): LockRecord | undefined {
  try {
    const { pid, startedAt, note, token } = JSON.parse(text) as Record<string, unknown>
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return undefined
    return {
      pid,
      startedAt,
      note: typeof note === 'string' ? note : '',
      token: typeof token === 'string' ? token : '',
    }
  } catch {
    return undefined
  }
}
