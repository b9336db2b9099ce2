// Puts into node_modules exactly what package-lock.json says, if it is not there already, so that `npm start` and
// `npm test` work from a bare clone. Run as a script, or imported by bin/lettermill.mjs.
//
// Running needs less than working on the code does: `install.mjs` brings the packages of the program, `install.mjs tools`
// also those that test, check and measure it. A tree that has the tools is good for both.
//
// This file runs on whatever Node the machine has: no syntax newer than Node 12 here, so that even that one gets as
// far as the sentence that says what to do. The files in install/ are loaded once that is checked.
//
// The stamp is written last, so an install that was killed is done again.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE_TO_INSTALL_WITH = 18

/** @param {string} root */
function placesIn(root) {
  return {
    root,
    lockfile: path.join(root, 'package-lock.json'),
    modules: path.join(root, 'node_modules'),
    stamp: path.join(root, 'node_modules', '.lettermill-installed'),
    node: path.join(root, 'node_modules', '.bin', 'node'),
    // Not below node_modules: `npm ci` empties that folder.
    lock: path.join(root, '.tmp', 'install.lock'),
  }
}
/** @typedef {ReturnType<typeof placesIn>} Places */

/** @typedef {'program' | 'tools'} Extent */

/**
 * @param {Places} places
 * @param {Extent} extent
 */
function wantedStamp(places, extent) {
  const hash = createHash('sha256').update(fs.readFileSync(places.lockfile)).digest('hex')
  return `${hash} ${process.platform}-${process.arch} ${extent}\n`
}

/**
 * @param {Places} places
 * @param {Extent} extent
 */
function isInstalled(places, extent) {
  // existsSync follows links: it says no when the Node that was linked has been uninstalled since.
  if (!fs.existsSync(places.stamp) || !fs.existsSync(places.node)) return false
  const stamp = fs.readFileSync(places.stamp, 'utf8')
  return stamp === wantedStamp(places, 'tools') || stamp === wantedStamp(places, extent)
}

/** On stderr, so that the output of a command stays its own. @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Installs if needed; quick and silent if not. Prints a failure as a message, and sets the exit code.
 * @param {string} root
 * @param {Extent} extent
 * @returns {Promise<boolean>} true: go on
 */
export async function install(root, extent) {
  const places = placesIn(root)
  if (isInstalled(places, extent)) return true
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_TO_INSTALL_WITH) {
    say(
      `Lettermill needs Node ${OLDEST_NODE_TO_INSTALL_WITH} or newer to install itself; this is Node ${process.versions.node}.`,
    )
    say('Install a current Node (https://nodejs.org/en/download) and run this again.')
    process.exitCode = 1
    return false
  }
  const { installPackages } = await import('./install/install-packages.mjs')
  return installPackages(places, { extent, isInstalled, wantedStamp, say })
}

const thisFile = fileURLToPath(import.meta.url)
if (process.argv[1] && fs.realpathSync(process.argv[1]) === thisFile) {
  void install(path.dirname(path.dirname(thisFile)), process.argv[2] === 'tools' ? 'tools' : 'program')
}
