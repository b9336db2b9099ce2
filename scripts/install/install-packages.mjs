// The slow half of install.mjs: one install at a time, with its progress printed.
import fs from 'node:fs'
import { InstallError } from './install-error.mjs'
import { takeLock } from './lock.mjs'
import { linkOwnCommand, provideNode, refuseHopelessMachine } from './provide-node.mjs'
import { runNpm } from './run-npm.mjs'

/** @typedef {import('../install.mjs').Places} Places */
/** @typedef {import('../install.mjs').Extent} Extent */
/**
 * @typedef {{ extent: Extent, isInstalled: (places: Places, extent: Extent) => boolean,
 *   wantedStamp: (places: Places, extent: Extent) => string, say: (line: string) => void }} Tools
 */

/** Often enough to show progress, without filling a log file. */
const HEARTBEAT_MS = { terminal: 3_000, log: 15_000 }

/** @param {Tools['say']} say */
function startHeartbeat(say) {
  const isTerminal = process.stderr.isTTY === true
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const beat = () => {
    if (isTerminal) process.stderr.write(`\r  still installing, ${seconds()} s `)
    else say(`  still installing, ${seconds()} s`)
  }
  const timer = setInterval(beat, isTerminal ? HEARTBEAT_MS.terminal : HEARTBEAT_MS.log)
  const stop = () => {
    clearInterval(timer)
    if (isTerminal) process.stderr.write('\r\u001B[K')
  }
  return { seconds, stop }
}

/**
 * @param {Places} places
 * @param {Extent} extent
 * @param {boolean} isAddition
 */
function describe(places, extent, isAddition) {
  if (isAddition) return 'the tools for tests and checks'
  const what =
    extent === 'tools' ? 'the packages of the program and its tests' : 'the packages of the program'
  return `${what} (${fs.existsSync(places.stamp) ? 'they have changed' : 'first start'})`
}

/**
 * @param {Places} places
 * @param {Tools & { onNpmStarted: (pid: number) => void }} tools
 */
async function runInstall(places, tools) {
  // Adding the tools leaves the files of a running program in place. Changed packages are installed afresh.
  const isAddition = tools.extent === 'tools' && tools.isInstalled(places, 'program')
  tools.say(`Installing ${describe(places, tools.extent, isAddition)}; this usually takes 15 to 60 seconds.`)
  // Read before npm runs: a lockfile changed meanwhile must not count as installed.
  const stamp = tools.wantedStamp(places, tools.extent)
  const heartbeat = startHeartbeat(tools.say)
  try {
    await runNpm(places, { ...tools, isAddition })
    provideNode(places)
    linkOwnCommand(places)
    fs.writeFileSync(places.stamp, stamp)
  } finally {
    heartbeat.stop()
  }
  tools.say(`Installed in ${heartbeat.seconds()} s.`)
}

/**
 * @param {Places} places
 * @param {Tools} tools
 * @returns {Promise<boolean>}
 */
export async function installPackages(places, tools) {
  try {
    refuseHopelessMachine(places)
    const lock = await takeLock(places.lock, tools.say)
    try {
      // The previous holder of the lock may have installed it.
      const onNpmStarted = (/** @type {number} */ pid) => lock.addWorker(pid)
      if (!tools.isInstalled(places, tools.extent)) await runInstall(places, { ...tools, onNpmStarted })
    } finally {
      lock.release()
    }
    return true
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    if (error.signal) process.kill(process.pid, error.signal)
    tools.say(error.message)
    process.exitCode = 1
    return false
  }
}
