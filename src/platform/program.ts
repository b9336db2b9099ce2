// The location of the program: a checkout runs its sources as they are; a release (npm run release) has them bundled into lib/, with the pages
// built. Code that reads a file of the program, or starts one of its modules in a thread, asks here.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder with package.json and migrations/. */
export const PROGRAM_ROOT = findRoot(import.meta.dirname)

/** Modules of a checkout end in .ts, bundled ones in .js. */
const EXTENSION = path.extname(import.meta.filename)

/** A release has no sources. */
export const isRelease = !existsSync(path.join(PROGRAM_ROOT, 'src'))

/** For messages that say how to start it. */
export const START_COMMAND = isRelease ? 'npx lettermill start' : 'npm start'

/** The entry point of a thread, such as `threads`. Those of a release are beside each other, whichever module names them. */
export const entryPoint = (name: string, moduleUrl: string): URL => new URL(name + EXTENSION, moduleUrl)

/** The version of this program. */
export function programVersion(): string {
  const text = readFileSync(path.join(PROGRAM_ROOT, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function findRoot(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : findRoot(path.dirname(folder))
}
