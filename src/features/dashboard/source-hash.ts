// What the pages are built from, as one hash: a build is kept under it and used until a source changes.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The pages share the schemas of the API, and what those import. The lockfile stands for the packages. */
const SOURCES = [
  'web/**/*.{ts,tsx,css,html,js,svg}',
  'src/**/*.schema.ts',
  'src/platform/addresses/*.ts',
  'src/platform/uuid.ts',
  'package-lock.json',
]

const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')

export function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !isTest(file))
  for (const file of files.toSorted()) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}
