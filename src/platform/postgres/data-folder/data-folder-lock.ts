// One Lettermill per data folder: the file lettermill.pid names the process that holds it. A record left by a dead process
// is replaced automatically. The difficulty is two starters that both see it: a starter that wants to replace record R must
// first hold the file `lettermill.pid.<id of R>`, acquired by these same rules, and then check again that R is still there.
// So R is replaced at most once, and a starter killed at any line leaves only another record of a dead process. Do not
// "simplify" this into unlink and create.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder } from './data-folder.ts'
import { withFolderAdvice } from './folder-error.ts'
import { createRecord, putRecord, readRecord, type FoundRecord, type LockRecord } from './lock-record.ts'
import { identifyProcess, isRunning } from './process-identity.ts'

export type DataFolderLock = {
  /** Adds a note about the holder, such as its address, for processes that are refused. */
  setNote(text: string): void
  /** Releases the folder. May be called twice. */
  release(): void
}

const LOCK_FILE = 'lettermill.pid'

/**
 * A record appears atomically (by link) wherever the file system supports links. Elsewhere, a broken one may be in the
 * middle of its single write of 200 bytes: a tenth of a second is far more than that takes.
 */
const BROKEN_GRACE_MS = 100

/** Replacing takes a starter under a millisecond; check again soon, and give up on one that is frozen. */
const REPLACE_POLL_MS = 10
const REPLACE_TIMEOUT_MS = 5_000

export class DataFolderBusyError extends Error {
  override readonly name = 'DataFolderBusyError'
  readonly pid: number

  constructor(dataDir: string, holder: { pid: number; note: string }) {
    const who = holder.note ? `process ${holder.pid}, ${holder.note}` : `process ${holder.pid}`
    super(
      `Lettermill already runs on the data folder ${dataDir} (${who}). ` +
        `Stop that one first (kill ${holder.pid}), or give this one a folder of its own with DATA_DIR.`,
    )
    this.pid = holder.pid
  }
}

/** Throws DataFolderBusyError if a live process holds the folder; takes over the lock of a dead one. */
export async function lockDataFolder(
  dataDir: string,
  holder: { note?: string } = {},
): Promise<DataFolderLock> {
  return withFolderAdvice(dataDir, async () => {
    const folder = makeDataFolder(dataDir)
    const file = path.join(folder, LOCK_FILE)
    const record = ownRecord(holder.note ?? '')
    const winner = await acquire(file, record)
    if (winner) throw new DataFolderBusyError(folder, winner)
    sweepLeftovers(folder)
    return lockOf(file, record)
  })
}

function lockOf(file: string, first: LockRecord): DataFolderLock {
  let record = first
  const isOurs = (): boolean => readRecord(file)?.holder?.token === record.token
  return {
    setNote: (text) => {
      if (!isOurs()) return
      const next = { ...record, note: text }
      putRecord(file, next)
      record = next
    },
    release: () => {
      if (isOurs()) rmSync(file, { force: true })
    },
  }
}

function ownRecord(note: string): LockRecord {
  const self = identifyProcess(process.pid) ?? { pid: process.pid, startedAt: 'unknown' }
  return { ...self, note, token: randomUUID() }
}

/** Acquires the file; returns the live process that has it instead, if there is one. */
async function acquire(file: string, record: LockRecord): Promise<LockRecord | undefined> {
  const deadline = performance.now() + REPLACE_TIMEOUT_MS
  let brokenId: string | undefined
  while (!createRecord(file, record)) {
    const found = readRecord(file)
    if (!found) continue
    if (found.holder && isRunning(found.holder)) return found.holder
    if (!found.holder && brokenId !== found.id) {
      brokenId = found.id
      await sleep(BROKEN_GRACE_MS)
      continue
    }
    const replacer = await replace(file, found, record)
    if (replacer === 'done') return undefined
    if (replacer && performance.now() > deadline) return replacer
    await sleep(REPLACE_POLL_MS)
  }
  return undefined
}

/** 'done', or the process that is replacing it now, or undefined if it has been replaced in the meantime. */
async function replace(
  file: string,
  stale: FoundRecord,
  record: LockRecord,
): Promise<'done' | LockRecord | undefined> {
  const permit = `${file}.${stale.id}`
  const replacer = await acquire(permit, record)
  if (replacer) return replacer
  try {
    if (readRecord(file)?.id !== stale.id) return undefined
    putRecord(file, record)
    return 'done'
  } finally {
    rmSync(permit, { force: true })
  }
}

/**
 * Removes permits and drafts of starters that were killed. Only the holder may do this: permits guard records before its
 * own, so none of them can be used any more.
 */
function sweepLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${LOCK_FILE}.`)) continue
    const holder = readRecord(path.join(folder, name))?.holder
    if (holder && !isRunning(holder)) rmSync(path.join(folder, name), { force: true })
  }
}
