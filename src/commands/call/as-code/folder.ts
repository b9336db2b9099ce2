// The files of a project in a folder, and `.lettermill/base.json`: what each project had at the last pull.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure, EXIT } from '../../failure.ts'
import { unreadable } from '../resources/input.ts'

const FOLDERS = ['topics', 'partials', 'templates', 'segments', 'workflows', 'forms']
const SINGLE_FILES = ['brand.jsonc', 'settings.jsonc']
// A server takes no more in one request, and a wrong folder must not be read as a whole.
const MOST_FILES = 1_000
const MOST_BYTES = 8 * 1_024 * 1_024
const BASE_FILE = path.join('.lettermill', 'base.json')

/** A server must not choose any place on this machine. */
const isProjectPath = (name: string): boolean =>
  SINGLE_FILES.includes(name) ||
  (/^[^/\\]+\/[^/\\.][^/\\]*$/u.test(name) && FOLDERS.some((folder) => name.startsWith(`${folder}/`)))

export type LocalFiles = ReadonlyMap<string, string>

/** All files of the project in the folder, by path. Other files and hidden ones are left out. */
export async function readFolder(folder: string): Promise<LocalFiles> {
  const names = [...SINGLE_FILES]
  for (const inner of FOLDERS) {
    const found = await orMissing(readdir(path.join(folder, inner), { withFileTypes: true }), [])
    names.push(...found.filter((one) => one.isFile()).map(({ name }) => `${inner}/${name.normalize('NFC')}`))
  }
  const files = new Map<string, string>()
  let bytes = 0
  for (const name of names.filter(isProjectPath)) {
    bytes += (await orMissing(stat(path.join(folder, name)), undefined))?.size ?? 0
    if (names.length > MOST_FILES + SINGLE_FILES.length || bytes > MOST_BYTES) throw tooLarge(folder)
    const text = await orMissing(readFile(path.join(folder, name), 'utf8'), undefined)
    if (text !== undefined) files.set(name, text)
  }
  return files
}

const tooLarge = (folder: string): CommandFailure =>
  new CommandFailure(
    `${folder} has more than ${MOST_FILES} files of a project, or more than 8 MB of them: is it the right folder?`,
    { exitStatus: EXIT.failure },
  )

async function orMissing<T, Missing>(reading: Promise<T>, missing: Missing): Promise<T | Missing> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw unreadable((error as NodeJS.ErrnoException).path ?? 'the folder', error as Error)
  }
}

export async function writeProjectFile(
  folder: string,
  { name, text }: { name: string; text: string },
): Promise<void> {
  if (!isProjectPath(name)) {
    throw new CommandFailure(`The server has a file ${name}, which is not a file of a project.`, {
      exitStatus: EXIT.failure,
    })
  }
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

export async function deleteProjectFile(folder: string, name: string): Promise<void> {
  if (isProjectPath(name)) await rm(path.join(folder, name), { force: true })
}

/** A path at the last pull: the hash of the text that the project had, and of the file. */
export type BaseEntry = { project: string; file: string }
export type Base = Record<string, BaseEntry>

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

type AllBases = Record<string, Base>

async function readBases(folder: string): Promise<AllBases> {
  const file = path.join(folder, BASE_FILE)
  const text = await orMissing(readFile(file, 'utf8'), '{}')
  try {
    return JSON.parse(text) as AllBases
  } catch {
    throw new CommandFailure(`${file} is not valid JSON. Restore it, or delete it and pull again.`, {
      exitStatus: EXIT.failure,
    })
  }
}

/** A folder may be pushed to several projects, such as one for tests. */
export const readBase = async (folder: string, projectId: string): Promise<Base> =>
  (await readBases(folder))[projectId] ?? {}

export async function writeBase(
  folder: string,
  { projectId, base }: { projectId: string; base: Base },
): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(base).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const bases = { ...(await readBases(folder)), [projectId]: sorted }
  const file = path.join(folder, BASE_FILE)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(bases, null, 2)}\n`)
}
