// `npm run test:long`: what takes long by nature. Properties are tried as often as they ask for and with other values each
// time; every benchmark and proof runs once at its smallest size.
import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { SHARED } from './vitest.config.ts'

export default defineConfig({
  test: {
    ...SHARED,
    include: ['{src,test,web/src}/**/*.long.test.ts', '{src,test,web/src}/**/*.properties.test.ts'],
    // Benchmarks and proofs start several processes each.
    maxWorkers: 2,
    maxConcurrency: 2,
    // Against a property that hangs: the slowest takes 20 s in full on two quiet cores, and benchmarks run beside it.
    testTimeout: 600_000,
    provide: { properties: { isLong: true, seed: Number(process.env['SEED'] ?? randomInt(2 ** 31)) } },
  },
})
