import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { newPassword, SUPERUSER, writePassword } from './password.ts'
import { clearAfterDeadPostmaster, findLivePostmaster, stopPostmaster } from './postmaster.ts'
import type { ServerLog } from './server-log.ts'
import { CHILD_ENV } from './server-user.ts'

/**
 * Sets a new password if the file with the old one is lost. Anyone who can do this owns the database's files anyway; the
 * alternative is an operator who reads about single-user mode at night.
 */
export async function replaceLostPassword(
  home: Home & { binaries: Binaries; onLog: ServerLog },
): Promise<string> {
  const { layout, user, binaries } = home
  home.onLog(`${layout.passwordFile} is missing or broken: giving the database a new password`, 'warn')
  const live = findLivePostmaster(layout.cluster)
  if (live) await stopPostmaster(live.process)
  await clearAfterDeadPostmaster(layout)
  const password = newPassword()
  const options = { ...user, cwd: '/', env: CHILD_ENV }
  const session = spawn(binaries.postgres, ['--single', '-D', layout.cluster, 'postgres'], options)
  let output = ''
  session.stderr.on('data', (part: Buffer) => (output += part.toString()))
  session.stdin.end(`alter role ${SUPERUSER} password '${password}'\n`)
  const [code] = (await once(session, 'close')) as [number | null]
  if (code !== 0 || output.includes('ERROR:')) {
    throw new Error(
      `The database in ${layout.cluster} could not be given a new password. PostgreSQL said: ${output.trim()}`,
    )
  }
  // written last: if killed before this line, the next start finds no file and repeats it
  writePassword(layout.passwordFile, password)
  return password
}
