// However a benchmark or a proof ends, its PostgreSQL ends with it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
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
    const child = spawn(process.execPath, [FIXTURE, where, what], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let pid = 0
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (pid > 0) return
        pid = Number(/PostgreSQL has the pid (\d+)/.exec(output)?.[1] ?? 0)
        if (pid === 0) return
        if (!existsSync(`/proc/${pid}`)) output += 'It was not running.'
        if (what === 'wait') child.kill('SIGINT')
      })
    }
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(says) as string })
    expect(output).not.toContain('It was not running.')
    expect(pid).toBeGreaterThan(0)
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })
})
