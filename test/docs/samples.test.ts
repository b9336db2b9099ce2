// The samples of the documents work as they are pasted.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDelivery } from '../support/delivery.ts'
import { buildContact, inFreshProject } from '../support/factories.ts'
import { useTestApp } from '../support/test-app.ts'
import { asksTheApi, readSamples, withValues } from './samples.ts'
import type { Sample } from './samples.ts'

// Nothing listens there, so DNS queries fail at once.
const test = useTestApp({ MAIL_TRANSPORT: 'inbox:', DNS_SERVERS: '127.0.0.1:9' })
const delivery = useDelivery(test)
const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-samples-'))
const samples = readSamples()

beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const curl = path.join(folder, 'curl')
  writeFileSync(curl, `#!/bin/sh\nexec '${process.execPath}' '${import.meta.dirname}/curl.mjs' "$@"\n`)
  chmodSync(curl, 0o755)
  // The files that a reader who moves here from another service has.
  writeFileSync(path.join(folder, 'contacts.csv'), 'email,subscribed,plan\nann@example.com,true,pro\n')
  writeFileSync(path.join(folder, 'suppressions.csv'), 'email,reason\ngone@example.com,hard_bounce\n')
  writeFileSync(
    path.join(folder, 'subscribed.csv'),
    'Email Address,First Name,Last Name,LEID,EUID,TAGS\nann@example.com,Ann,Lee,1,a,"""vip"""\n',
  )
  writeFileSync(path.join(folder, 'cleaned.csv'), 'Email Address,First Name\ngone@example.com,Gone\n')
  writeFileSync(
    path.join(folder, 'subscribers.csv'),
    'uuid,email,name,attributes,status,created_at,updated_at\n1,ann@example.com,Ann,"{""city"":""Graz""}",enabled,,\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** In one shell, as the reader of a page does, in a project with a contact. */
async function paste(pasted: readonly Sample[]): Promise<string> {
  const app = await inFreshProject(test)
  await buildContact(app)
  await delivery.start()
  const { port } = test.app.server.address() as AddressInfo
  const script = ['set -e', ...pasted.map(({ text }) => withValues(text))].join('\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      KEY: app.project.secretKey,
      NODE_URL: `http://127.0.0.1:${port}`,
      LAST_ANSWER: path.join(folder, 'last-answer'),
    },
  })
  return stdout
}

const asking = Map.groupBy(samples.filter(asksTheApi), ({ file }) => file)

describe('the samples that ask the API', () => {
  it('are found', () => {
    expect([...asking.keys()]).toEqual(
      expect.arrayContaining(['README.md', 'docs/sending.md', 'docs/contacts.md', 'docs/feedback.md']),
    )
  })

  it.each([...asking])('of %s work when they are pasted', async (_file, pasted) => {
    expect(await paste(pasted)).not.toBe('')
  })

  it('are noticed when they do not', async () => {
    const text = 'curl localhost:3000/contacts/none -H "Authorization: Bearer $KEY"\n'
    await expect(paste([{ file: 'x.md', line: 1, text }])).rejects.toThrow('404')
  })
})

describe('every other sample', () => {
  it('starts, installs or keeps a server, or needs programs of the reader', () => {
    const others = samples.filter((sample) => !asksTheApi(sample))
    const unknown = others.filter(
      ({ text }) =>
        !/\b(npm|npx|systemctl|docker|kubectl|helm|jq|claude|python3|go mod)\b|--url smtp:|\$URL\b|^PUBLIC_URL=/m.test(
          text,
        ),
    )
    expect(unknown.map(({ file, line }) => `${file}:${line}`)).toEqual([])
  })
})
