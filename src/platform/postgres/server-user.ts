// Which system user the server runs as. PostgreSQL refuses to run as root, so root hands it to another user;
// everybody else runs it as himself. What is made for the server must then be given to that user.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** undefined: the user that runs Lettermill. */
export type ServerUser = { uid: number; gid: number } | undefined

/** All that our child processes get: no secret of ours leaks into them, and their messages are in English. */
export const CHILD_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const USERADD = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']

/**
 * The user for the server. An existing cluster belongs to somebody already and PostgreSQL insists on its owner, so
 * a folder once used by a plain user keeps working when root starts Lettermill the next time.
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
    // no useradd here, or a read-only /etc: `nobody` will do
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

/** Whether that user may pass through the folder and everything above it. */
export function canReach(folder: string, user: ServerUser): boolean {
  if (!user) return true
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/', env: CHILD_ENV }).status === 0
}

/** Makes a folder that only the server's user (and root) can look into. May be called on one that exists. */
export function makePrivateFolder(folder: string, user: ServerUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
}

/** Gives a whole cluster to the server's user, as he demands it: a copy or a backup put back by root belongs to root
 *  and is open to all. */
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
