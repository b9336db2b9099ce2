import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.ts'

// The machines of CI are shared, and now and then several times slower than a desk's.
const isWaitedFor = process.env['CI'] !== undefined

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: ['test/conventions/fixtures/**'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // Files share a process, so that each library is loaded once a worker: a third of the processor time of the suite.
    // Every file has a database of its own, and the only module state of ours, the time of the last id, follows the clock.
    isolate: false,
    // All share one database server: more workers than cores make each slower and the time-outs closer.
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: isWaitedFor ? 60_000 : 20_000,
    hookTimeout: isWaitedFor ? 90_000 : 30_000,
    // Where a merge waits for the result, one late timer on a crowded machine costs a second try and not the merge. The
    // reporter marks such tests. At a desk every failure shows.
    retry: isWaitedFor ? 1 : 0,
    reporters: ['default', new ClosingLine()],
  },
})
