// Chooses the system user of the server. PostgreSQL refuses to run as root, so root runs it as another user; any other user
// runs it as itself. Files for the server must then belong to that user.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** undefined: the user that runs Lettermill. */
export type ServerUser = { uid: number; gid: number } | undefined

/** The whole environment of our child processes: it contains none of our secrets, and makes their messages English. */
export const CHILD_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const USERADD = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']

/**
 * The user for the server. PostgreSQL requires the owner of an existing cluster, so a folder once used by a plain user
 * keeps working when root starts Lettermill the next time.
 */
export async function findServerUser(cluster: string | undefined): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = cluster === undefined ? undefined : statSync(cluster)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp('postgres')) ?? (await makePostgresUser()) ?? (await lookUpNobody())
}

async function makePostgresUser(): Promise<ServerUser> {
  try {
    await run('useradd', USERADD, { env: CHILD_ENV })
  } catch {
    // no useradd here, or a read-only /etc: use `nobody`
    return undefined
  }
  return lookUp('postgres')
}

async function lookUpNobody(): Promise<ServerUser> {
  const nobody = await lookUp('nobody')
  if (nobody) return nobody
  throw new Error(
    'PostgreSQL does not run as root, and there is no user to run it as: add a system user called postgres, ' +
      'start Lettermill as another user, or set DATABASE_URL to a PostgreSQL 15 (or newer) server.',
  )
}

async function lookUp(name: string): Promise<ServerUser> {
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', name], { env: CHILD_ENV }),
      run('id', ['-g', name], { env: CHILD_ENV }),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** Whether that user can enter the folder and everything above it. */
export function canReach(folder: string, user: ServerUser): boolean {
  if (!user) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', env: CHILD_ENV }).status === 0
}

/** Creates a folder that only the server's user (and root) can read. May be called on an existing one. */
export function makePrivateFolder(folder: string, user: ServerUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
}

/**
 * Makes the server's user the owner of a whole cluster, as PostgreSQL requires: a copy or a backup restored by root belongs
 * to root and is open to all.
 */
export function claimTree(folder: string, user: ServerUser): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
  if (!user || statSync(folder).uid === user.uid) return
  const done = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder], {
    env: CHILD_ENV,
    encoding: 'utf8',
  })
  if (done.status === 0) return
  throw new Error(`${folder} cannot be given to the database's user: ${done.stderr.trim()}`)
}
