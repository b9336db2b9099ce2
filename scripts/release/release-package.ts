// package.json of a release: what npm installs beside the bundle. Every version is exact and that of package-lock.json, also those of
// packages that others ask for by a range.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROGRAM_ROOT } from '../../src/platform/program.ts'
import { NATIVE_PACKAGES } from './bundle.ts'

/** `postgres`: with the embedded one. `node`: with a Node of its own. */
export type ReleaseParts = { postgres: boolean; node: boolean }

type LockedPackage = {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Manifest = {
  version: string
  description: string
  license: string
  optionalDependencies: Record<string, string>
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(PROGRAM_ROOT, file), 'utf8'))

const isNode = (name: string) => name.startsWith('node-')

export function describeRelease(parts: ReleaseParts): Record<string, unknown> {
  const { version, description, license, optionalDependencies } = readJson('package.json') as Manifest
  const carried = Object.entries(optionalDependencies).filter(([name]) =>
    isNode(name) ? parts.node : parts.postgres,
  )
  return {
    name: 'lettermill',
    version,
    description,
    license,
    type: 'module',
    ...(!parts.node && { engines: { node: '^22.19.0 || >=24.6.0' } }),
    bin: { lettermill: 'bin/lettermill.mjs' },
    dependencies: lockedVersions(),
    optionalDependencies: Object.fromEntries(carried),
  }
}

/** The native packages and the packages that they depend on. Their binaries are theirs to choose, by exact versions. */
function lockedVersions(): Record<string, string> {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> }
  const versions: Record<string, string> = {}
  const add = (name: string) => {
    const found = packages[`node_modules/${name}`]
    if (found === undefined) throw new Error(`package-lock.json has no ${name}`)
    if (versions[name] !== undefined) return
    versions[name] = found.version
    Object.keys(found.dependencies ?? {}).forEach(add)
  }
  NATIVE_PACKAGES.forEach(add)
  return versions
}
