// Bundles the program into the folder given on the command line, and removes what older sources left beside it.
import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { bundleProgram } from '../../scripts/release/bundle.ts'

/** A run that began before the sources changed may still use the build. */
const KEPT_MS = 60 * 60_000

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('name the folder to build into')
// A test that starts this has another NODE_ENV.
process.env['NODE_ENV'] = 'production'
await bundleProgram(outDir)
const home = path.dirname(outDir)
for (const name of readdirSync(home)) {
  const folder = path.join(home, name)
  if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true })
}
