// One install at a time: two `npm ci` in one folder destroy each other's work. The lock is a file that names the
// processes at work: the one that took it and, once it runs, its npm, which outlives a killed parent and goes on
// writing. When all of them are gone the lock is abandoned and the next start takes it over.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ pid: number, bornAt: string }} Worker */
/** @typedef {{ token: string, host: string, workers: Worker[] }} Owner */

/** The longest delay a second start adds to the end of the first. */
const LOOK_AGAIN_MS = 250
/** A process writes its takeover within milliseconds after it has found the lock abandoned. */
const SETTLE_MS = 1_000
/**
 * A lock taken on another machine or in another container, whose processes cannot be seen from here, and one that
 * cannot be read. Longer than any install: too short would run two at once, too long only asks for patience after a
 * crash elsewhere.
 */
const UNSEEN_LOCK_EXPIRES_MS = 10 * 60_000

/** @param {string} file */
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Start time of a process in the kernel's ticks, so that a later process with the same number is not taken for it.
 * Empty where there is no /proc.
 * @param {number} pid
 */
function birthOf(pid) {
  const stat = readText(`/proc/${pid}/stat`)
  // Field 22 of proc(5), counted from behind the name, which may hold spaces and brackets.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** @param {Worker} worker */
function isAlive({ pid, bornAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false
  }
  return birthOf(pid) === bornAt
}

/**
 * @param {string} file
 * @returns {Owner | undefined} undefined when it is being written at this moment
 */
function readOwner(file) {
  try {
    return JSON.parse(readText(file) ?? '')
  } catch {
    return undefined
  }
}

/** @param {string} file */
function ageMs(file) {
  return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}

/**
 * @param {string} file
 * @param {Owner | undefined} owner
 */
function isAbandoned(file, owner) {
  if (owner?.host !== os.hostname()) return ageMs(file) > UNSEEN_LOCK_EXPIRES_MS
  return !owner.workers.some(isAlive)
}

/**
 * @param {string} file
 * @param {Owner} self
 */
function tryToTake(file, self) {
  try {
    fs.writeFileSync(file, JSON.stringify(self), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Takes over an abandoned lock. If several processes try at the same time, the last one to write gets it.
 * @param {string} file
 * @param {Owner} self
 */
async function tryToTakeOver(file, self) {
  const own = `${file}.${self.token}`
  fs.writeFileSync(own, JSON.stringify(self))
  fs.renameSync(own, file)
  await sleep(SETTLE_MS)
  return readOwner(file)?.token === self.token
}

/**
 * Waits for its turn, saying so once.
 * @param {string} file
 * @param {(line: string) => void} say
 */
export async function takeLock(file, say) {
  /** @type {Owner} */
  const self = {
    token: randomBytes(8).toString('hex'),
    host: os.hostname(),
    workers: [{ pid: process.pid, bornAt: birthOf(process.pid) }],
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  let hasTold = false
  while (!tryToTake(file, self)) {
    const owner = readOwner(file)
    if (isAbandoned(file, owner)) {
      if (await tryToTakeOver(file, self)) break
      continue
    }
    if (!hasTold) {
      const pid = owner?.workers[0]?.pid ?? 'unknown'
      say(`Another start is installing the packages (process ${pid}); waiting for it.`)
      hasTold = true
    }
    await sleep(LOOK_AGAIN_MS)
  }
  return {
    /** @param {number} pid */
    addWorker(pid) {
      self.workers.push({ pid, bornAt: birthOf(pid) })
      fs.writeFileSync(file, JSON.stringify(self))
    },
    release() {
      if (readOwner(file)?.token === self.token) fs.rmSync(file, { force: true })
    },
  }
}
