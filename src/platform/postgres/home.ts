// Chooses the location and the owner of a data folder's cluster, and prepares it. An existing cluster always takes
// precedence over a new one: every doubt ends in an error with advice, or in a folder moved aside with its data, never in
// an empty database next to a full one.
import { chmodSync, lchownSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from './data-folder/data-folder.ts'
import {
  exists,
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

/** The location of the cluster, existing or to be created. */
export async function prepareHome(dataDir: string, onLog: ServerLog): Promise<Home> {
  const existing = await findExisting(dataDir, onLog)
  const user = await findServerUser(existing?.cluster)
  if (!existing) return { layout: chooseNewHome({ dataDir, user, onLog }), user }
  claimTree(existing.cluster, user)
  if (!canReach(existing.home, user)) throw new Error(unreachableText(existing, user))
  return { layout: existing, user }
}

/** Records a home outside the data folder, so that renaming the data folder does not lose its database. */
export function recordHome(layout: Layout): void {
  if (layout.home === layout.dataDir) return
  writeAtomically(ownerFile(layout.home), `${layout.dataDir}\n`)
  writeAtomically(locationFile(layout.dataDir), `${layout.home}\n`)
}

/** Prepares the folder of the socket, new or left by an earlier run. */
export function prepareSocketFolder(layout: Layout, user: ServerUser): void {
  const { socketDir } = layout
  if (path.dirname(socketDir) === layout.home) makePrivateFolder(socketDir, user)
  else makeTemporaryFolder(socketDir, user)
}

/**
 * Every user can write to the temporary folder, and our name can be guessed. So a folder created by another user is
 * refused: that user could run a server there and read our password, or redirect root's chown with a link.
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

/** Leaves nothing in the temporary folder after the server has stopped. */
export function removeSocketFolder(layout: Layout): void {
  try {
    rmdirSync(layout.socketDir)
  } catch {
    // not empty, or already removed: it is only a folder
  }
}

async function findExisting(dataDir: string, onLog: ServerLog): Promise<Layout | undefined> {
  const existing = locateCluster(dataDir)
  if (!existing || existing.home === dataDir) return existing
  if (recordedHome(dataDir) !== undefined) return checkRecorded(existing)
  if (exists(existing.passwordFile)) return existing
  await moveAside(existing.cluster, onLog)
  return undefined
}

function checkRecorded(layout: Layout): Layout {
  const { dataDir, home } = layout
  const record = locationFile(dataDir)
  if (!exists(layout.cluster)) {
    throw new Error(
      `The database of ${dataDir} is kept in ${home} (says ${record}), and that is missing. ` +
        `Put it back, or remove ${record} to begin with an empty database.`,
    )
  }
  const owner = exists(ownerFile(home)) ? readFileSync(ownerFile(home), 'utf8').trim() : dataDir
  if (owner !== dataDir && exists(locationFile(owner)) && recordedHome(owner) === home) {
    throw new Error(
      `${dataDir} is a copy of ${owner}: both name the database in ${home}, which belongs to the latter. ` +
        `Remove ${record} to begin with an empty database.`,
    )
  }
  return layout
}

/** The data folder was deleted, and the password with it: its former database is moved aside, not deleted. */
async function moveAside(cluster: string, onLog: ServerLog): Promise<void> {
  const live = findLivePostmaster(cluster)
  if (live) await stopPostmaster(live.process)
  const place = freeName(`${cluster}.aside`)
  renameSync(cluster, place)
  onLog(
    `the database of an earlier data folder at this place is now in ${place}; remove it if nobody needs it`,
    'warn',
  )
}

/** `<name>-1`, `<name>-2`, …: the first free one. */
export function freeName(name: string): string {
  let number = 1
  while (exists(`${name}-${number}`)) number += 1
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
