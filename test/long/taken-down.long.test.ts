// However a benchmark or a proof ends, its PostgreSQL ends with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { assert, describe, expect, it } from 'vitest'
import { identifyProcess, isRunning } from '../../src/platform/postgres/data-folder/process-identity.ts'
import type { ProcessIdentity } from '../../src/platform/postgres/data-folder/process-identity.ts'
import { ROOT } from '../harness/node-process.ts'

const FIXTURE = path.join(ROOT, 'test/long/fixtures/failing-stage.ts')

const ENDS = [
  { end: 'an error', what: 'throw', says: 'thrown on purpose' },
  { end: 'an error that nobody caught', what: 'reject', says: 'rejected on purpose' },
  { end: 'SIGINT', what: 'wait', says: 'SIGINT' },
]

const cases = ['bench', 'proof'].flatMap((where) => ENDS.map((end) => ({ where, ...end })))

describe('a run that fails', () => {
  it.for(cases)('of a $where leaves no database behind after $end', async ({ where, what, says }) => {
    const child = spawn(process.execPath, [FIXTURE, where, what], { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    let server: ProcessIdentity | undefined
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const pid = /PostgreSQL has the pid (\d+)\./.exec(output)?.[1]
        if (server || pid === undefined) return
        server = identifyProcess(Number(pid))
        child.stdin.end()
        if (what === 'wait') child.kill('SIGINT')
      })
    }
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(says) as string })
    assert(server, 'PostgreSQL was not running')
    expect(isRunning(server)).toBe(false)
  })
})
