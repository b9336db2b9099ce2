// `npm test`: everything that guards behaviour. Tests that take long by nature are in vitest.long.config.ts.
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { ViteUserConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.ts'
import { RunReport } from './test/support/run-report.ts'

/** Against a test that hangs. None is meant to come near it, also on a machine that has other things to do. */
const HANGING_MS = 120_000

export const SHARED = {
  exclude: ['test/conventions/fixtures/**'],
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['test/setup.ts'],
  pool: 'forks',
  // Files share a process, so that each library is loaded once a worker: a third of the processor time of the suite.
  // Every file has a database of its own, and test/setup.ts resets the only module state of ours, the time of the last id.
  isolate: false,
  // One more than there are cores: tests also wait, for a node that starts or a limit that ends.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  testTimeout: HANGING_MS,
  hookTimeout: HANGING_MS,
  reporters: ['default', new RunReport(), new ClosingLine()],
} satisfies ViteUserConfig['test']

export default defineConfig({
  test: {
    ...SHARED,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: [...SHARED.exclude, '**/*.long.test.ts'],
    provide: { properties: { isLong: false, seed: 1 } },
  },
})
