// Chooses where the cluster of a data folder lives and whose it is, and prepares that place. An existing cluster
// always wins over a fresh one: every doubt ends in an error that says what to do, or in a folder set aside with
// its data, never in an empty database beside a full one.
import { chmodSync, lchownSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { writeWhole } from './data-folder/data-folder.ts'
import {
  isThere,
  layoutOf,
  locateCluster,
  locationFile,
  ownerFile,
  recordedHome,
  remoteHome,
  type Layout,
} from './data-folder/layout.ts'
import { findLivePostmaster, stopPostmaster } from './postmaster.ts'
import type { ServerLog } from './server-log.ts'
import { canReach, findServerUser, claimTree, makePrivateFolder, type ServerUser } from './server-user.ts'

export type Home = { layout: Layout; user: ServerUser }

/** Where the cluster is, or where it shall be made. */
export async function prepareHome(dataDir: string, onLog: ServerLog): Promise<Home> {
  const existing = await findExisting(dataDir, onLog)
  const user = await findServerUser(existing?.cluster)
  if (!existing) return { layout: chooseNewHome({ dataDir, user, onLog }), user }
  claimTree(existing.cluster, user)
  if (!canReach(existing.home, user)) throw new Error(unreachableText(existing, user))
  return { layout: existing, user }
}

/** Remembers a home outside the data folder, so that renaming the data folder does not lose its database. */
export function recordHome(layout: Layout): void {
  if (layout.home === layout.dataDir) return
  writeWhole(ownerFile(layout.home), `${layout.dataDir}\n`)
  writeWhole(locationFile(layout.dataDir), `${layout.home}\n`)
}

/** The folder of the socket, new or left by an earlier run. */
export function prepareSocketFolder(layout: Layout, user: ServerUser): void {
  const { socketDir } = layout
  if (path.dirname(socketDir) === layout.home) makePrivateFolder(socketDir, user)
  else makeTemporaryFolder(socketDir, user)
}

/**
 * Under the temporary folder everybody may make anything, and our name can be guessed. So one that another user
 * made before us is refused: he could put a server of his own there and read our password, or lead root's chown
 * elsewhere by a link.
 */
function makeTemporaryFolder(folder: string, user: ServerUser): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(folder)
  const owners = [process.getuid?.(), user?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is needed for the database's socket but is somebody else's: remove it.`)
  }
  if (user) lchownSync(folder, user.uid, user.gid)
}

/** After the server's end: the temporary folder keeps nothing of ours. */
export function removeSocketFolder(layout: Layout): void {
  try {
    rmdirSync(layout.socketDir)
  } catch {
    // not empty, or gone already: it is only a folder
  }
}

async function findExisting(dataDir: string, onLog: ServerLog): Promise<Layout | undefined> {
  const existing = locateCluster(dataDir)
  if (!existing || existing.home === dataDir) return existing
  if (recordedHome(dataDir) !== undefined) return checkRecorded(existing)
  if (isThere(existing.passwordFile)) return existing
  await setAside(existing.cluster, onLog)
  return undefined
}

function checkRecorded(layout: Layout): Layout {
  const { dataDir, home } = layout
  const record = locationFile(dataDir)
  if (!isThere(layout.cluster)) {
    throw new Error(
      `The database of ${dataDir} is kept in ${home} (says ${record}), and that is missing. ` +
        `Put it back, or remove ${record} to begin with an empty database.`,
    )
  }
  const owner = isThere(ownerFile(home)) ? readFileSync(ownerFile(home), 'utf8').trim() : dataDir
  if (owner !== dataDir && isThere(locationFile(owner)) && recordedHome(owner) === home) {
    throw new Error(
      `${dataDir} is a copy of ${owner}: both name the database in ${home}, which belongs to the latter. ` +
        `Remove ${record} to begin with an empty database.`,
    )
  }
  return layout
}

/** The data folder was deleted, and with it the password: what its former database holds is kept, out of the way. */
async function setAside(cluster: string, onLog: ServerLog): Promise<void> {
  const live = findLivePostmaster(cluster)
  if (live) await stopPostmaster(live.process)
  const place = freeName(`${cluster}.aside`)
  renameSync(cluster, place)
  onLog(
    `the database of an earlier data folder at this place is now in ${place}; remove it if nobody needs it`,
    'warn',
  )
}

/** `<name>-1`, `<name>-2`, … whichever is free. */
export function freeName(name: string): string {
  let number = 1
  while (isThere(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}

function chooseNewHome(about: { dataDir: string; user: ServerUser; onLog: ServerLog }): Layout {
  const { dataDir, user } = about
  if (canReach(dataDir, user)) return layoutOf(dataDir, dataDir)
  const home = remoteHome(dataDir)
  for (const folder of [path.dirname(home), home]) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o711)
  }
  about.onLog(
    `PostgreSQL does not run as root, and no other user can reach ${dataDir}: its database is kept in ${home}`,
  )
  return layoutOf(dataDir, home)
}

function unreachableText(layout: Layout, user: ServerUser): string {
  return (
    `The database in ${layout.cluster} runs as the system user ${user?.uid}, who can no longer reach it: ` +
    `a folder above it was closed. Open the way again (chmod o+x on the folders above), or move the data folder.`
  )
}
