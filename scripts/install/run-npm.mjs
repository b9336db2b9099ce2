// Runs `npm ci` and turns its failures into sentences.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { InstallError } from './install-error.mjs'

/** @typedef {import('../install.mjs').Places} Places */

/**
 * The settings in ~/.npmrc or the environment that would leave the tree incomplete are overruled: NODE_ENV=production
 * and omit=dev (the tests and checks), omit=optional (Node and PostgreSQL), engine-strict (npm itself may well run on
 * an older Node than the packages want), bin-links=false, package-lock=false, dry-run.
 */
const NPM_ARGUMENTS = [
  'ci',
  '--include=dev',
  '--include=optional',
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
    return 'The disk is full. The packages need about 1 GB: make room and run this again.'
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

/**
 * @param {Places} places
 * @param {(pid: number) => void} onStarted
 */
export async function runNpm(places, onStarted) {
  const npm = spawn('npm', NPM_ARGUMENTS, {
    cwd: places.root,
    env: environmentForNpm(places),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (npm.pid !== undefined) onStarted(npm.pid)
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
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.stderr.write(output)
  throw new InstallError(explain(output))
}
