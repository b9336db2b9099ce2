// Builds the guide out of docs/.
import path from 'node:path'
import { buildOnce } from '../../platform/built-files/build-once.ts'
import type { BuildOptions } from '../../platform/built-files/build-once.ts'
import { hashSources } from '../../platform/built-files/hash-sources.ts'
import type { BuildSources } from '../../platform/built-files/hash-sources.ts'
import { isRelease, PROGRAM_ROOT as ROOT } from '../../platform/program.ts'

const BUILDER = path.join(ROOT, 'guide/build.ts')
/** The guide of a release. */
const SHIPPED = path.join(ROOT, 'guide')

const SOURCES: BuildSources = {
  folders: [
    { folder: 'docs', names: /\.(md|png)$/ },
    { folder: 'guide', names: /\.(ts|css)$/ },
    { folder: 'web/public', names: /\.(js|svg)$/ },
  ],
  files: ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'package-lock.json'],
}

/** Returns the folder of the built guide, and builds it first if necessary. */
export async function buildGuide(options: BuildOptions): Promise<string> {
  if (isRelease) return SHIPPED
  return buildOnce({
    ...options,
    root: ROOT,
    name: 'guide',
    builder: BUILDER,
    hash: hashSources(ROOT, SOURCES),
  })
}
