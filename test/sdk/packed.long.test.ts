// The package as an application gets it: built, packed, installed in a bare folder, and used by the Node of this machine from
// ES modules, CommonJS and TypeScript.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSdk, packSdk } from '../../scripts/build-sdk.ts'
import { useTestApp } from '../support/test-app.ts'

const run = promisify(execFile)

const ROOT = path.join(import.meta.dirname, '../..')
const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const folder = mkdtempSync(path.join(tmpdir(), 'sdk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SEND = `
const send = async () => {
  const { data, error } = await new Lettermill().emails.send({
    to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: '<p>It works</p>',
  })
  console.log(error ? JSON.stringify(error) : data.emails[0].status)
  const wrong = await new Lettermill().emails.send({ to: 'ada', subject: 'x', body: 'x' })
  console.log(wrong.error.code)
}
send()
`

const TYPED = `
import { Lettermill } from '@lettermill/sdk'
import type { Result, WebhookEvent } from '@lettermill/sdk'

const lettermill = new Lettermill('sk_1')
const sent = await lettermill.emails.send({ to: 'ada@example.com', subject: 'Hello', body: '<p>It works</p>' })
if (sent.error === null) sent.data.emails[0]?.status satisfies string | undefined
else sent.error.code satisfies string
for await (const { email } of lettermill.contacts.listAll({ subscribed: true })) email satisfies string
// @ts-expect-error a subject is text
await lettermill.emails.send({ to: 'ada@example.com', subject: 1 })
// @ts-expect-error data is null beside an error
if (sent.error) sent.data.emails
export type { Result, WebhookEvent }
`

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
  },
  include: ['*.mts', '*.cts'],
}

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

beforeAll(async () => {
  await buildSdk()
  const tarball = packSdk(folder)
  write('package.json', '{"private": true}')
  await run('npm', ['install', '--omit=peer', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
  })
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

/** `node` of the PATH, which is that of the machine. */
async function runFile(name: string): Promise<string> {
  const { port } = test.app.server.address() as AddressInfo
  const { stdout } = await run('node', [name], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      LETTERMILL_API_KEY: test.project.secretKey,
      LETTERMILL_BASE_URL: `http://127.0.0.1:${port}`,
    },
  })
  return stdout
}

describe('the packed SDK', () => {
  it('sends from an ES module', async () => {
    write('send.mjs', `import { Lettermill } from '@lettermill/sdk'\n${SEND}`)
    expect(await runFile('send.mjs')).toBe('QUEUED\nVALIDATION_ERROR\n')
  })

  it('sends from CommonJS', async () => {
    write('send.cjs', `const { Lettermill } = require('@lettermill/sdk')\n${SEND}`)
    expect(await runFile('send.cjs')).toBe('QUEUED\nVALIDATION_ERROR\n')
  })

  it('has types for both', async () => {
    write('tsconfig.json', JSON.stringify(TSCONFIG))
    write('typed.mts', TYPED)
    write(
      'typed.cts',
      "import { Lettermill } from '@lettermill/sdk'\nnew Lettermill('sk_1').jobs satisfies object\n",
    )
    const compiler = path.join(ROOT, 'node_modules/typescript7/bin/tsc')
    const compiled = run(process.execPath, [compiler, '--project', folder, '--pretty', 'false'])
    expect(await compiled.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' })
  })

  it('says what `react` needs when the renderer is not installed', async () => {
    write(
      'react.mjs',
      `import { Lettermill } from '@lettermill/sdk'
await new Lettermill().emails.send({ to: 'ada@example.com', react: { type: 'p', props: {}, key: null } })
  .catch((error) => console.log(error.message))`,
    )
    expect(await runFile('react.mjs')).toContain('npm install @react-email/render react react-dom')
  })

  it('imports nothing of Node by name', () => {
    for (const form of ['esm', 'cjs']) {
      const text = readFileSync(path.join(ROOT, `sdk/typescript/dist/${form}/index.js`), 'utf8')
      expect(text).not.toMatch(/(from |require\(|import\()["'](?!@react-email\/render)/)
    }
  })
})
