// Folders that belong to one process, with embedded databases in them. Each is removed by its process, or by the next one that
// looks after a kill. The file `<folder>.owner` names the process; it is there before the folder.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { removeSocketFolder } from '../home.ts'
import { findLivePostmaster, stopPostmaster } from '../postmaster.ts'
import { exists, locateCluster } from './layout.ts'
import { createRecord, readRecord } from './lock-record.ts'
import { identifyProcess, isRunning } from './process-identity.ts'

export type ThrowAwayFolder = {
  /** Does not exist yet. */
  path: string
  /** Also works if the folder was never made, or was moved away. Its database must have been stopped. */
  remove(): void
}

const OWNER = '.owner'

/** A process that was told to end may still be writing for a moment. */
const REMOVE = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }

/** Reserves a new name in `parent`, which exists. */
export function makeThrowAwayFolder(parent: string): ThrowAwayFolder {
  const folder = path.join(parent, randomBytes(4).toString('hex'))
  const self = identifyProcess(process.pid) ?? { pid: process.pid, startedAt: 'unknown' }
  if (!createRecord(folder + OWNER, { ...self, note: '', token: '' })) return makeThrowAwayFolder(parent)
  return { path: folder, remove: () => removeWithOwner(folder) }
}

function removeWithOwner(folder: string): void {
  rmSync(folder, REMOVE)
  rmSync(folder + OWNER, { force: true })
}

/** Removes the folders of processes that were killed, and ends the database servers that outlived them. */
export async function removeAbandonedFolders(parent: string): Promise<void> {
  if (!exists(parent)) return
  const place = realpathSync(parent)
  for (const name of readdirSync(place)) {
    if (!name.endsWith(OWNER)) continue
    const folder = path.join(place, name.slice(0, -OWNER.length))
    const holder = readRecord(folder + OWNER)?.holder
    // Another process may remove it at the same time.
    if (!holder || isRunning(holder)) continue
    const layout = exists(folder) ? locateCluster(folder) : undefined
    const live = layout && findLivePostmaster(layout.cluster)
    if (live) await stopPostmaster(live.process)
    if (layout) removeSocketFolder(layout)
    removeWithOwner(folder)
  }
}

/** Every user can pass through it, as the database's own user must if root runs Lettermill. */
export function makePassableFolder(folder: string): void {
  if (exists(folder)) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
}
