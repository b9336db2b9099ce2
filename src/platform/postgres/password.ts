import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeWhole } from './data-folder.ts'
import { isThere, SERVER_PORT } from './layout.ts'

export const SUPERUSER = 'postgres'

/** Letters, digits, - and _ only: it goes into an URL and into one SQL statement as it is. */
const WELL_FORMED = /^[\w-]{20,}$/

/** The password, or undefined if the file is missing or was left empty by a crash. */
export function readPassword(file: string): string | undefined {
  if (!isThere(file)) return undefined
  const text = readFileSync(file, 'utf8').trim()
  return WELL_FORMED.test(text) ? text : undefined
}

export const newPassword = (): string => randomBytes(24).toString('base64url')

export const writePassword = (file: string, password: string): void => writeWhole(file, `${password}\n`)

/** The address for `pg`: a folder in `host` is a unix socket, and the host before it is only a placeholder. */
export function serverUrl(server: { password: string; socketDir: string; database: string }): string {
  const { password, socketDir, database } = server
  return `postgres://${SUPERUSER}:${password}@localhost:${SERVER_PORT}/${database}?host=${encodeURIComponent(socketDir)}`
}
