// Profiles: the addresses and keys of servers that this person has logged in to, in a file that only they can read.
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure, EXIT } from '../failure.ts'
import { readEnvironment } from './environment.ts'

export type Profile = { url: string; key: string }

export type Profiles = {
  /** The name of the profile that is used where none is named. */
  current: string | null
  profiles: Record<string, Profile>
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export const profilesFile = (): string => path.join(readEnvironment().folder, 'profiles.json')

/** Names that are easy to type, and are no paths. */
export const isProfileName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name) && name !== '__proto__'

export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(file, error.message)
  })
  if (text === undefined) return { current: null, profiles: {} }
  const found = parse(text)
  if (!found) throw unusable(file, 'it is not a list of profiles')
  return found
}

function parse(text: string): Profiles | undefined {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>
    if (typeof profiles !== 'object' || profiles === null) return undefined
    const areWhole = Object.values(profiles).every(
      (one) => typeof one?.url === 'string' && typeof one.key === 'string',
    )
    if (!areWhole) return undefined
    return { current: typeof current === 'string' && current in profiles ? current : null, profiles }
  } catch {
    return undefined
  }
}

const unusable = (file: string, why: string) =>
  new CommandFailure(`The profiles in ${file} cannot be read: ${why}. Delete the file and log in again.`, {
    exitStatus: EXIT.failure,
  })

/** Replaces the file in one step: another command sees the old one or the new one, and both are closed to others. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = profilesFile()
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  // It may be older than these rules.
  await chmod(folder, FOLDER_MODE)
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The profile of this name, or the current one; undefined without a name if there is none. */
export async function findProfile(name: string | undefined): Promise<Profile | undefined> {
  const { current, profiles } = await readProfiles()
  const wanted = name ?? current
  if (wanted === null) return undefined
  const found = Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined
  if (!found) throw noProfile(wanted)
  return found
}

export const noProfile = (name: string): CommandFailure =>
  new CommandFailure(`There is no profile "${name}". List them with: npx lettermill profiles list`, {
    exitStatus: EXIT.notFound,
  })
