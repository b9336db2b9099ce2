import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeAtomically } from './data-folder/data-folder.ts'
import { exists, SERVER_PORT } from './data-folder/layout.ts'

/** Creates and repairs the database; the program itself never needs such privileges. */
export const SUPERUSER = 'postgres'

/** An ordinary role that owns its database. */
export const PROGRAM_ROLE = 'lettermill'

export const DATABASE = 'lettermill'

/** Letters, digits, - and _ only: it is part of a URL and of one SQL statement. */
const WELL_FORMED = /^[\w-]{20,}$/

/** The password, or undefined if the file is missing or was left empty by a crash. */
export function readPassword(file: string): string | undefined {
  if (!exists(file)) return undefined
  const text = readFileSync(file, 'utf8').trim()
  return WELL_FORMED.test(text) ? text : undefined
}

export const newPassword = (): string => randomBytes(24).toString('base64url')

export const writePassword = (file: string, password: string): void => writeAtomically(file, `${password}\n`)

/**
 * The password of the program's role, derived from the superuser's, so that there is one file to keep. It cannot be
 * reversed.
 */
export const programPassword = (password: string): string =>
  createHmac('sha256', password).update(PROGRAM_ROLE).digest('base64url')

/** `password` is the superuser's, as the file has it. */
type Server = { password: string; socketDir: string }

/** The address of the program's database for `pg`, as its own role. */
export const programUrl = ({ password, socketDir }: Server): string =>
  addressOf({ role: PROGRAM_ROLE, password: programPassword(password), socketDir, database: DATABASE })

/** The address of any database as superuser. */
export const superuserUrl = ({ password, socketDir, database }: Server & { database: string }): string =>
  addressOf({ role: SUPERUSER, password, socketDir, database })

/** A folder in `host` is a unix socket, and the host before it is only a placeholder. */
function addressOf(server: Server & { role: string; database: string }): string {
  const { role, password, socketDir, database } = server
  return `postgres://${role}:${password}@localhost:${SERVER_PORT}/${database}?host=${encodeURIComponent(socketDir)}`
}
