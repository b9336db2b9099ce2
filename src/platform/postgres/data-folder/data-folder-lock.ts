// One Lettermill a data folder: the file lettermill.pid names the process that holds it.
// A record left by a dead process is replaced by itself. The difficulty is two starters that both see it: whoever
// wants to replace record R must first hold the file `lettermill.pid.<id of R>`, taken by these same rules, and
// then look again whether R still stands there. So R is replaced at most once, and a starter killed at any line
// leaves only another record of a dead process. Do not "simplify" this into unlink and create.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder } from './data-folder.ts'
import { explainingFolder } from './folder-error.ts'
import { createRecord, putRecord, readRecord, type FoundRecord, type LockRecord } from './lock-record.ts'
import { identifyProcess, isRunning } from './process-identity.ts'

export type DataFolderLock = {
  /** Says more about the holder, such as its address, to whoever is refused. */
  setNote(text: string): void
  /** Gives the folder free. May be called twice. */
  release(): void
}

const LOCK_FILE = 'lettermill.pid'

/** A record appears whole (by link) wherever the file system can link. Where it cannot, a broken one may be in the
 *  middle of its single write of 200 bytes: a tenth of a second is far more than that takes. */
const BROKEN_GRACE_MS = 100

/** Replacing takes a starter under a millisecond; look again soon, and give up on one that is frozen. */
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

/** One Lettermill a data folder. Throws DataFolderBusyError when a live one holds it; a dead one's hold is taken over. */
export async function lockDataFolder(
  dataDir: string,
  holder: { note?: string } = {},
): Promise<DataFolderLock> {
  return explainingFolder(dataDir, async () => {
    const folder = makeDataFolder(dataDir)
    const file = path.join(folder, LOCK_FILE)
    const record = ownRecord(holder.note ?? '')
    const winner = await take(file, record)
    if (winner) throw new DataFolderBusyError(folder, winner)
    sweepLeftovers(folder)
    return holdOf(file, record)
  })
}

function holdOf(file: string, first: LockRecord): DataFolderLock {
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

/** Takes the file for us; returns the live process that has it instead, if there is one. */
async function take(file: string, record: LockRecord): Promise<LockRecord | undefined> {
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

/** 'done', or who is replacing it at this moment, or undefined if it has been replaced meanwhile. */
async function replace(
  file: string,
  stale: FoundRecord,
  record: LockRecord,
): Promise<'done' | LockRecord | undefined> {
  const permit = `${file}.${stale.id}`
  const replacer = await take(permit, record)
  if (replacer) return replacer
  try {
    if (readRecord(file)?.id !== stale.id) return undefined
    putRecord(file, record)
    return 'done'
  } finally {
    rmSync(permit, { force: true })
  }
}

/** Permits and drafts of starters killed halfway. Only the holder may do this: permits guard records that stood
 *  here before its own, so nobody can act on one any more. */
function sweepLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${LOCK_FILE}.`)) continue
    const holder = readRecord(path.join(folder, name))?.holder
    if (holder && !isRunning(holder)) rmSync(path.join(folder, name), { force: true })
  }
}
