// Builds the pages of the dashboard.
import path from 'node:path'
import { buildOnce } from '../../platform/built-files/build-once.ts'
import type { BuildOptions } from '../../platform/built-files/build-once.ts'
import { hashSources } from '../../platform/built-files/hash-sources.ts'
import type { BuildSources } from '../../platform/built-files/hash-sources.ts'
import { isRelease, PROGRAM_ROOT as ROOT } from '../../platform/program.ts'

const BUILDER = path.join(ROOT, 'web/build.ts')
/** The pages of a release. */
const SHIPPED = path.join(ROOT, 'pages')

/** The pages import the schemas of the API and their dependencies. The lockfile represents the packages. */
const SOURCES: BuildSources = {
  folders: [
    { folder: 'web', names: /\.(ts|tsx|css|html|js|svg)$/ },
    { folder: 'src', names: /\.schema\.ts$/ },
    { folder: 'src/platform/addresses', names: /\.ts$/ },
  ],
  files: ['src/platform/uuid.ts', 'package-lock.json'],
}

/** Returns the folder of the built pages, and builds them first if necessary. */
export async function buildPages(options: BuildOptions): Promise<string> {
  if (isRelease) return SHIPPED
  return buildOnce({
    ...options,
    root: ROOT,
    name: 'pages',
    builder: BUILDER,
    hash: hashSources(ROOT, SOURCES),
  })
}
