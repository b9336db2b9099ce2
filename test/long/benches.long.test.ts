// Every benchmark once, at a thousandth of its size and without other programs, which need the network: it runs to its table. Its figures
// say nothing.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../harness/node-process.ts'
import { runScript } from './command.ts'

// Against one that hangs: the slowest takes a minute on two quiet cores.
const HANGING_MS = 300_000

const ENTRY = ['--expose-gc', 'bench/main.ts']

/** The names that the command lists after an unknown one. */
async function listBenches(): Promise<string[]> {
  const { output } = await runScript([...ENTRY, 'none'], new AbortController().signal)
  return /there are: (.*)\./.exec(output)?.[1]?.split(', ') ?? []
}

const benches = await listBenches()

describe('benchmarks', () => {
  it('are all known to the command', () => {
    const files = readdirSync(path.join(ROOT, 'bench'), { recursive: true, encoding: 'utf8' })
    const inFolders = files
      .filter((file) => file.endsWith('.bench.ts'))
      .map((file) => path.basename(file, '.bench.ts'))
    expect(benches.toSorted()).toEqual([...inFolders, 'render'].toSorted())
  })

  it.for(benches)('%s runs to its table', { timeout: HANGING_MS }, async (name, { signal }) => {
    const { code, output } = await runScript([...ENTRY, name, '--scale', '0.001', '--no-peers'], signal)
    const verdict = expect.stringContaining('no figure was held against its target') as string
    expect({ code, output }).toEqual({ code: 0, output: verdict })
    expect(output).toMatch(/^\| what +\| +measured \| .*\|\n\|-+\|.*\|\n\| .+\|$/m)
  })
})
