import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeWhole } from './data-folder/data-folder.ts'
import { isThere, SERVER_PORT } from './data-folder/layout.ts'

/** Makes the database and repairs it; what the program does never needs so much power. */
export const SUPERUSER = 'postgres'

/** An ordinary role that owns its database. */
export const PROGRAM_ROLE = 'lettermill'

export const DATABASE = 'lettermill'

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

/** That of the program's role. Made from the superuser's, so that there is one file to keep, and no way back to it. */
export const programPassword = (password: string): string =>
  createHmac('sha256', password).update(PROGRAM_ROLE).digest('base64url')

/** `password` is the superuser's, as the file has it. */
type Server = { password: string; socketDir: string }

/** The address of the program's database for `pg`, as its own role. */
export const programUrl = ({ password, socketDir }: Server): string =>
  addressOf({ role: PROGRAM_ROLE, password: programPassword(password), socketDir, database: DATABASE })

/** The same for the superuser, in any database. */
export const superuserUrl = ({ password, socketDir, database }: Server & { database: string }): string =>
  addressOf({ role: SUPERUSER, password, socketDir, database })

/** A folder in `host` is a unix socket, and the host before it is only a placeholder. */
function addressOf(server: Server & { role: string; database: string }): string {
  const { role, password, socketDir, database } = server
  return `postgres://${role}:${password}@localhost:${SERVER_PORT}/${database}?host=${encodeURIComponent(socketDir)}`
}
