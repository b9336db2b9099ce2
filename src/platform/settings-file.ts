// The settings file of an installed server, which the server and all commands read. Its format is the unambiguous part of
// systemd's EnvironmentFile: NAME=value per line, the value bare or in quotes.
import { readFileSync, statSync } from 'node:fs'

/** Read if it exists, unless --env names another file. */
export const DEFAULT_SETTINGS_FILE = '/etc/lettermill.env'

const LINE = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/
// A backslash in double quotes means different things to different programs, so it is refused there.
const QUOTED = /^(?:'([^']*)'|"([^"\\]*)")$/
const UNQUOTED = /^[^'"\\]*$/

/** The settings in the file by name, or none if the default file does not exist. Throws for an unreadable file. */
export function readSettingsFile(file: string | undefined): Record<string, string> {
  const place = file ?? DEFAULT_SETTINGS_FILE
  const text = readText(place, { isOptional: file === undefined })
  const settings: Record<string, string> = {}
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue
    const [name, value] = parseLine(trimmed, `Line ${index + 1} of ${place}`)
    settings[name] = value
  }
  return settings
}

function parseLine(line: string, where: string): [name: string, value: string] {
  const [, name, raw = ''] = LINE.exec(line) ?? []
  if (name === undefined) throw new Error(`${where} cannot be read: write NAME=value.`)
  const quoted = QUOTED.exec(raw)
  if (quoted) return [name, quoted[1] ?? quoted[2] ?? '']
  if (UNQUOTED.test(raw)) return [name, raw]
  throw new Error(
    `${where} cannot be read: write a value that has quotes or backslashes in single quotes, as in ${name}='…'.`,
  )
}

function readText(file: string, { isOptional }: { isOptional: boolean }): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && isOptional) return ''
    if (code === 'ENOENT') throw new Error(`There is no settings file ${file}.`)
    if (code === 'EISDIR') throw new Error(`The settings file ${file} is a folder.`)
    if (code === 'EACCES' || code === 'EPERM') throw new Error(whoMayRead(file))
    throw new Error(`The settings file ${file} cannot be read`, { cause: error })
  }
}

function whoMayRead(file: string): string {
  const problem = `The settings file ${file} cannot be read by this user.`
  const user = readerOf(file)
  return user === undefined
    ? `${problem} Run this as root.`
    : `${problem} Run this as ${user}: sudo -u ${user} npx lettermill …`
}

/** The user whose own group may read the file, which is the server's, or else the owner. */
function readerOf(file: string): string | undefined {
  try {
    const { mode, uid, gid } = statSync(file)
    const users = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
    const ofGroup = (mode & 0o040) !== 0 && gid !== 0
    return users.find(([, , id, group]) => (ofGroup ? group === String(gid) : id === String(uid)))?.[0]
  } catch {
    // The folder of the file is closed to this user, or the system has no user list.
    return undefined
  }
}
