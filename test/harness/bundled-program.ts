// The program as a release has it, bundled from the sources of this checkout: a node of it starts with half the processor time of one
// that loads a thousand modules. Builds are kept in .tmp/program until an hour after the sources have changed.
import path from 'node:path'
import { buildOnce } from '../../src/platform/built-files/build-once.ts'
import { hashSources } from '../../src/platform/built-files/hash-sources.ts'
import type { BuildSources } from '../../src/platform/built-files/hash-sources.ts'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { ROOT } from './node-process.ts'

const SOURCES: BuildSources = {
  folders: [
    { folder: 'src', names: /\.(ts|js|json)$/ },
    { folder: 'guide', names: /\.ts$/ },
    { folder: 'sdk/typescript/src', names: /\.ts$/ },
  ],
  files: ['scripts/release/bundle.ts', 'package-lock.json'],
}

/** Returns the command that runs the bundled program, and bundles it first if necessary. */
export async function bundleOnce({ dataDir }: { dataDir: string }): Promise<readonly string[]> {
  const folder = await buildOnce({
    dataDir,
    root: ROOT,
    name: 'program',
    builder: path.join(import.meta.dirname, 'build-program.ts'),
    hash: hashSources(ROOT, SOURCES),
  })
  return [process.execPath, ...NODE_FLAGS, path.join(folder, 'main.js')]
}
