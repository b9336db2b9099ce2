// A command of package.json as `npm run` starts it, in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../harness/node-process.ts'

export type CommandExit = { code: number | null; output: string }

/** Waits for its end. A command that still runs when the test reaches its time limit is asked to stop, and shows its output. */
export async function runScript(
  args: readonly string[],
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<CommandExit> {
  const child = spawn('node_modules/.bin/node', args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const stop = () => {
    console.error(`${args.join(' ')} is not done, and has written so far:\n${output}`)
    child.kill('SIGTERM')
  }
  signal.addEventListener('abort', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', stop)
  return { code, output }
}
