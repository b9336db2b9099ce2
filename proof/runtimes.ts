// `npm run proof:runtimes`: the built package @lettermill/sdk sends an email to a real node from Node 18, Node 20, Bun, Deno and
// workerd, the runtime of Workers. The runtimes are npm packages of hundreds of megabytes, which are downloaded into a folder that
// is removed in the end, so `npm run test:long` leaves this out.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { buildSdk, packSdk } from '../scripts/build-sdk.ts'
import { readProofOptions, runProof, UsageError } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeFolder, startServer } from './harness/reader-programs.ts'
import { SECRET_KEY } from './harness/stage.ts'

const run = promisify(execFile)
const HANGING_MS = 300_000

const node = (version: number) => `node${version}@npm:node-${process.platform}-${process.arch}@${version}`
const PACKAGES = [node(18), node(20), 'bun@1', 'deno@2', 'miniflare@4']

const SEND = `
import { Lettermill } from '@lettermill/sdk'
const { data, error } = await new Lettermill().emails.send({
  to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: '<p>It works</p>',
})
console.log(error ? JSON.stringify(error) : data.emails[0].status)
`

/** Workers have no environment of a process: the script gets both values with its request. */
const WORKER = `
import { readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'
const worker = \`
import { Lettermill } from './sdk.js'
export default {
  async fetch(request) {
    const { key, baseUrl } = await request.json()
    const { data, error } = await new Lettermill(key, { baseUrl }).emails.send({
      to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: '<p>It works</p>',
    })
    return new Response(error ? JSON.stringify(error) : data.emails[0].status)
  },
}\`
const sdk = readFileSync('node_modules/@lettermill/sdk/dist/esm/index.js', 'utf8')
const miniflare = new Miniflare({
  compatibilityDate: '2026-04-01',
  modules: [
    { type: 'ESModule', path: 'main.js', contents: worker },
    { type: 'ESModule', path: 'sdk.js', contents: sdk },
  ],
})
const body = JSON.stringify({ key: process.env.LETTERMILL_API_KEY, baseUrl: process.env.LETTERMILL_BASE_URL })
const response = await miniflare.dispatchFetch('http://localhost/', { method: 'POST', body })
console.log(await response.text())
await miniflare.dispose()
`

const RUNTIMES: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'Node 18', command: ['node_modules/node18/bin/node', 'send.mjs'] },
  { name: 'Node 20', command: ['node_modules/node20/bin/node', 'send.mjs'] },
  { name: 'Bun', command: ['node_modules/.bin/bun', 'send.mjs'] },
  { name: 'Deno', command: ['node_modules/.bin/deno', 'run', '--allow-all', 'send.mjs'] },
  { name: 'workerd', command: [process.execPath, 'worker.mjs'] },
]

async function install(folder: string): Promise<void> {
  await run('npm', ['--version']).catch(() => {
    throw new UsageError('the runtimes are downloaded by npm, which is not in PATH: https://nodejs.org')
  })
  await buildSdk()
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  const flags = ['--omit=peer', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, packSdk(folder), ...PACKAGES], { cwd: folder, timeout: HANGING_MS })
  writeFileSync(path.join(folder, 'send.mjs'), SEND)
  writeFileSync(path.join(folder, 'worker.mjs'), WORKER)
}

await runProof(async (say) => {
  readProofOptions({ numbers: {}, smallest: {} })
  const undo: Undo = []
  try {
    const folder = makeFolder('runtimes', undo)
    say('downloading the runtimes')
    await install(folder)
    const url = await startServer({ folder, undo, hangingMs: HANGING_MS })
    const rows: Row[] = []
    for (const { name, command } of RUNTIMES) {
      const [program, ...args] = command
      const { stdout } = await run(program, args, {
        cwd: folder,
        timeout: HANGING_MS,
        env: { ...process.env, LETTERMILL_BASE_URL: url, LETTERMILL_API_KEY: SECRET_KEY },
      })
      const measured = stdout.trim()
      rows.push({ what: name, measured, promised: 'QUEUED', isKept: measured === 'QUEUED' })
    }
    return rows
  } finally {
    await undoAll(undo)
  }
})
