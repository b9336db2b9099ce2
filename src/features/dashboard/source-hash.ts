// Hashes the sources of the pages. A build is stored under this hash and used until a source changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The pages import the schemas of the API and their dependencies. */
const SOURCES = [
  { folder: 'web', names: /\.(ts|tsx|css|html|js|svg)$/ },
  { folder: 'src', names: /\.schema\.ts$/ },
  { folder: 'src/platform/addresses', names: /\.ts$/ },
]
/** The lockfile represents the packages. */
const MORE_SOURCES = ['src/platform/uuid.ts', 'package-lock.json']

const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const file of new Set([...listSources(root), ...MORE_SOURCES].toSorted())) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Runs at every start; listing whole folders takes half the time of a glob. */
function listSources(root: string): string[] {
  return SOURCES.flatMap(({ folder, names }) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name) && !isTest(name))
      .map((name) => path.join(folder, name)),
  )
}
