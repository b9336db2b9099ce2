// Runs npm and turns its failures into sentences.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { InstallError } from './install-error.mjs'

/** @typedef {import('../install.mjs').Places} Places */
/** @typedef {import('../install.mjs').Extent} Extent */

/**
 * The settings in ~/.npmrc or the environment that would leave the tree incomplete are overruled: NODE_ENV=production
 * and omit=dev (the tests and checks), omit=optional (Node and PostgreSQL), engine-strict (npm itself may well run on
 * an older Node than the packages want), bin-links=false, package-lock=false, dry-run. Between its tries npm waits 10 and
 * then 60 seconds, which nobody at a terminal would.
 */
const NPM_ARGUMENTS = [
  '--include=optional',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--engine-strict=false',
  '--bin-links=true',
  '--package-lock=true',
  '--dry-run=false',
  '--audit=false',
  '--fund=false',
  '--progress=false',
  '--loglevel=error',
]

/** npm finishes what it is at before it obeys a signal, up to half a minute. A half-written tree is installed afresh anyway. */
const PATIENCE_AFTER_SIGNAL_MS = 1_000
/** Enough for npm's own last words. */
const OUTPUT_KEPT = 20_000

const NETWORK_CODES =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|E(?:NET|HOST)UNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|FETCH_ERROR|E[45]\d\d|\w*CERT\w*)\b/

/** @param {string} output */
function explain(output) {
  const network = NETWORK_CODES.exec(output)
  if (network) {
    return (
      `The packages could not be downloaded (${network[0]}): the network or the npm registry failed.\n` +
      'Run the same command again; it starts afresh. The registry in use: npm config get registry'
    )
  }
  if (/\bEINTEGRITY\b/.test(output)) {
    return 'A downloaded package is not the one package-lock.json names, so nothing of it was used. Run the same command again; if it stays so, ask whoever runs the registry.'
  }
  if (/\bENOSPC\b/.test(output)) {
    return 'The disk is full. The program needs about 400 MB, its tests and checks 900 MB: make room and run this again.'
  }
  if (/\b(?:EACCES|EPERM|EROFS)\b/.test(output)) {
    return 'npm may not write here. Does another user own node_modules? Put that right and run this again.'
  }
  if (/package\.json and package-lock\.json .*are in sync/.test(output)) {
    return 'package.json and package-lock.json do not agree. After a change of dependencies: npm run lock'
  }
  return 'npm could not install the packages; what it said stands above. This can be run again.'
}

/**
 * npm is a script that starts "node" by name. Under `npm start` that name may lead into the very node_modules that is
 * about to be emptied, so that folder is taken from its path.
 * @param {Places} places
 */
function environmentForNpm(places) {
  const bin = path.join(places.modules, '.bin')
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return {
    ...process.env,
    PATH: folders.filter((folder) => path.resolve(folder) !== bin).join(path.delimiter),
  }
}

const REGISTRY_PATIENCE_MS = 15_000

/**
 * A registry that does not answer at all keeps npm waiting for minutes before it says so. It is asked beside npm, which
 * goes on: everything may be in its cache.
 * @param {Places} places
 * @param {(line: string) => void} say
 */
function warnWithoutRegistry(places, say) {
  const probe = spawn('npm', ['ping', '--fetch-retries=0', `--fetch-timeout=${REGISTRY_PATIENCE_MS}`], {
    cwd: places.root,
    env: environmentForNpm(places),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  probe.stderr.on('data', (chunk) => {
    output += chunk
  })
  // Without npm there is no probe either; the install itself says so.
  probe.on('error', () => undefined)
  probe.on('close', (status) => {
    // A registry that answers, even with an error, is reachable. A probe that was killed has no status.
    const failure = NETWORK_CODES.exec(output)
    if (!status || !failure || /^E[45]\d\d$/.test(failure[0])) return
    say(`  The npm registry does not answer (${failure[0]}). Still trying: press Ctrl-C to stop.`)
    say('  Check the network and the proxy; the registry in use: npm config get registry')
  })
  return probe
}

/**
 * `npm ci` empties node_modules first. `npm install` adds what is missing to a tree that agrees with the lockfile.
 * @param {{ extent: Extent, isAddition: boolean }} wanted
 */
function argumentsFor({ extent, isAddition }) {
  const command = isAddition ? ['install', '--no-save'] : ['ci']
  return [...command, extent === 'tools' ? '--include=dev' : '--omit=dev', ...NPM_ARGUMENTS]
}

/**
 * @param {Places} places
 * @param {{ extent: Extent, isAddition: boolean, say: (line: string) => void,
 *   onNpmStarted: (pid: number) => void }} options
 */
export async function runNpm(places, options) {
  const npm = spawn('npm', argumentsFor(options), {
    cwd: places.root,
    env: environmentForNpm(places),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (npm.pid !== undefined) options.onNpmStarted(npm.pid)
  const probe = warnWithoutRegistry(places, options.say)
  let output = ''
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
  }
  npm.stdout.on('data', keep)
  npm.stderr.on('data', keep)

  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    stoppedBy = signal
    npm.kill(signal)
    setTimeout(() => npm.kill('SIGKILL'), PATIENCE_AFTER_SIGNAL_MS).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const [status] = await once(npm, 'close')
    if (stoppedBy) throw new InstallError('Stopped.', stoppedBy)
    if (status === 0) return
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
    throw new InstallError(
      'npm was not found. It comes with Node from nodejs.org (on Debian and Ubuntu: apt-get install npm). Install it and run this again.',
    )
  } finally {
    probe.kill()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.stderr.write(output)
  throw new InstallError(explain(output))
}
