// The locations of the embedded database's parts. Normally all are in the data folder. When root runs Lettermill in a
// closed folder (root's home is 0700), the server's user cannot enter it, and we never open a user's folder: then the
// cluster is in a "home" under /var/lib/lettermill, and a file in the data folder names it. This file only decides;
// `locateCluster` changes nothing, so that a command can use it while a server runs.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Layout = {
  /** Real path of the data folder: it contains the password, the log, and the location of the home. */
  dataDir: string
  /** The data folder itself, or the folder under /var/lib/lettermill. */
  home: string
  cluster: string
  /** Part of the titles of the server's processes, to distinguish them from another server's. */
  clusterName: string
  socketDir: string
  passwordFile: string
  logFile: string
}

const REMOTE_HOMES = '/var/lib/lettermill'

/** The path of a unix socket is limited to 107 bytes on Linux and 103 on macOS (sun_path, with its closing zero). */
const SOCKET_PATH_LIMIT = 103

/** Nothing listens on it: the number is only part of the socket's name. */
export const SERVER_PORT = 5432

export const locationFile = (dataDir: string): string => path.join(dataDir, 'postgres.location')

/** A file in a home outside the data folder that names the data folder. */
export const ownerFile = (home: string): string => path.join(home, 'data-folder')

export function layoutOf(dataDir: string, home: string): Layout {
  const cluster = path.join(home, 'postgres')
  return {
    dataDir,
    home,
    cluster,
    clusterName: `lettermill-${shortHash(cluster)}`,
    socketDir: socketFolder(dataDir, home),
    passwordFile: path.join(dataDir, 'postgres.password'),
    logFile: path.join(dataDir, 'postgres.log'),
  }
}

/** The home of this data folder under /var/lib/lettermill, the same at each start. */
export const remoteHome = (dataDir: string): string => path.join(REMOTE_HOMES, shortHash(dataDir))

/** initdb works in a folder with another name, so a cluster with these two files under its own name is complete. */
export function isCluster(folder: string): boolean {
  return exists(path.join(folder, 'PG_VERSION')) && exists(path.join(folder, 'global', 'pg_control'))
}

/** Unlike existsSync this throws without permission: a cluster we cannot see must not count as missing. */
export function exists(file: string): boolean {
  try {
    statSync(file)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** The existing cluster of a data folder (given by its real path), or undefined if it has none yet. */
export function locateCluster(dataDir: string): Layout | undefined {
  const recorded = recordedHome(dataDir)
  if (recorded !== undefined) return layoutOf(dataDir, recorded)
  // the hashed home comes last: it only counts if we were killed before the location was recorded
  const found = [dataDir, remoteHome(dataDir)].find((home) => isCluster(layoutOf(dataDir, home).cluster))
  return found === undefined ? undefined : layoutOf(dataDir, found)
}

export function recordedHome(dataDir: string): string | undefined {
  const file = locationFile(dataDir)
  const text = exists(file) ? readFileSync(file, 'utf8').trim() : ''
  return text === '' ? undefined : text
}

function socketFolder(dataDir: string, home: string): string {
  const name = `lettermill-${shortHash(dataDir)}`
  const candidates = [path.join(home, 'postgres.socket'), path.join(tmpdir(), name), path.join('/tmp', name)]
  const fitting = candidates.find((folder) => Buffer.byteLength(socketPath(folder)) < SOCKET_PATH_LIMIT)
  return fitting ?? path.join('/tmp', name)
}

const socketPath = (folder: string): string => path.join(folder, `.s.PGSQL.${SERVER_PORT}`)

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
