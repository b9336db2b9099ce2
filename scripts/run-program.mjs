// Runs the program on a Node of its own choice, as a child: it stays only to pass on signals one way and the exit code the other.
import { spawn } from 'node:child_process'
import { NODE_ENVIRONMENT, NODE_FLAGS } from './node-flags.mjs'

/**
 * @param {{ node: string, main: string, compiled: string }} program `compiled`: the folder of Node's compile cache; with it the second
 *   start takes half the processor time of the first
 */
export function runProgram({ node, main, compiled }) {
  const program = spawn(node, NODE_FLAGS.concat(main, process.argv.slice(2)), {
    stdio: 'inherit',
    env: Object.assign({ NODE_COMPILE_CACHE: compiled }, NODE_ENVIRONMENT, process.env),
  })
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
