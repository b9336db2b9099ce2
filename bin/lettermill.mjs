#!/usr/bin/env node
// The command `lettermill`: runs on whatever Node the machine has, installs the packages if they are missing, and
// hands over to the program on Node 24. It stays only to pass on signals one way and the exit code the other.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../scripts/install.mjs'
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../scripts/node-flags.mjs'

const root = path.dirname(path.dirname(fs.realpathSync(fileURLToPath(import.meta.url))))

// Node's compile cache: with it the second start takes half the processor time of the first.
const COMPILED = path.join(root, 'node_modules', '.cache', 'compiled')

function runProgram() {
  const program = spawn(
    path.join(root, 'node_modules', '.bin', 'node'),
    NODE_FLAGS.concat(path.join(root, 'src', 'main.ts'), process.argv.slice(2)),
    { stdio: 'inherit', env: Object.assign({ NODE_COMPILE_CACHE: COMPILED }, NODE_ENVIRONMENT, process.env) },
  )
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // A terminal signals the whole group, so the program may get it twice. It treats the second as the first.
  for (const signal of signals) process.on(signal, () => program.kill(signal))

  program.on('error', (error) => {
    process.stderr.write(`Lettermill could not be started: ${error.message}\n`)
    process.exitCode = 1
  })
  program.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code === null ? 1 : code
      return
    }
    // Ended by a signal: end by the same, so that a supervisor sees the truth.
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

void install(root, 'program').then((isReady) => {
  if (isReady) runProgram()
})
