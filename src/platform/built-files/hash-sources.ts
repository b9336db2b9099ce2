// The sources of a build, as one hash: a build is stored under it, and used until a source changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `folders` are searched with everything below them, for files with these names. */
export type BuildSources = {
  folders: readonly { folder: string; names: RegExp }[]
  files: readonly string[]
}

const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

export function hashSources(root: string, sources: BuildSources): string {
  const hash = createHash('sha256')
  for (const file of new Set([...listSources(root, sources), ...sources.files].toSorted())) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Runs at every start; listing whole folders takes half the time of a glob. */
function listSources(root: string, { folders }: BuildSources): string[] {
  return folders.flatMap(({ folder, names }) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name) && !isTest(name))
      .map((name) => path.join(folder, name)),
  )
}
