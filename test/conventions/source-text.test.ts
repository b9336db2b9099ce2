import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findForbiddenWords } from './source-text.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const SERVICE = 'src/features/contacts/contacts.service.ts'

describe('what a source file may mention', () => {
  it.each([
    [SERVICE, 'const port = process.env.PORT', 'process.env'],
    [SERVICE, "const port = process['env']['PORT']", 'process.env'],
    [SERVICE, 'const { env } = process', 'process.env'],
    [SERVICE, 'const { env: settings } = process', 'process.env'],
    [SERVICE, "import { env } from 'node:process'", 'process.env'],
    ['src/main.ts', 'start(process.env)', 'process.env'],
    ['src/platform/db/config.ts', 'start(process.env)', 'process.env'],
    [SERVICE, 'const now = new Date()', 'the time'],
    [SERVICE, 'const now = new Date', 'the time'],
    [SERVICE, 'const now = Date()', 'the time'],
    [SERVICE, 'const now = Date.now()', 'the time'],
    [SERVICE, 'const clock = { now: Date.now }', 'the time'],
    ['src/platform/log/log.ts', 'const now = `${Date.now()}`', 'the time'],
    [SERVICE, "console.log('sent')", 'console'],
    ['src/main.ts', 'const { log } = console', 'console'],
    [SERVICE, 'const body = z.object({})', 'objects'],
    ['src/features/contacts/contacts.jobs.ts', 'const payload = z.strictObject({})', 'objects'],
    ['src/platform/config/http.ts', 'const http = z.object({})', 'objects'],
    [SERVICE, 'await db.transaction().execute(work)', 'transactions'],
    ['src/platform/http/server.ts', 'const trx = await db.startTransaction().execute()', 'transactions'],
    [SERVICE, 'const mails = []', 'an email'],
    [SERVICE, 'sendMail(request)', 'an email'],
  ])('%s: %s', (file, code, rule) => {
    const found = findForbiddenWords(file, `// line 1\n${code}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(`${file}:2: ${rule}`)
  })

  it.each([
    ['src/platform/config.ts', 'const config = z.object({ port: z.int() }).parse(process.env)'],
    ['src/platform/clock.ts', 'const now = () => new Date(Date.now())'],
    ['src/platform/terminal.ts', "console.log('ready')"],
    ['src/platform/http/replies/envelope.ts', 'const page = z.object({})'],
    ['src/features/contacts/contacts.schema.ts', 'const contact = z.object({})'],
    ['src/platform/db/client.ts', 'await db.transaction().execute(work)'],
    [
      'src/platform/db/transactions/idempotent-transaction.ts',
      'const trx = await db.startTransaction().execute()',
    ],
    [SERVICE, 'const at = new Date(row.created_at)'],
    [SERVICE, "const stages = { mailbox: 'mail', gmail: MAIL_TRANSPORT }"],
    ['src/features/domains/dns-records/spf-check.ts', 'const addresses = await dns.addresses(hosts.mail)'],
    [SERVICE, '// process.env, Date.now() and console.log are mentioned here'],
    [SERVICE, "throw new Error('process.env is not for you')"],
    ['src/features/contacts/contacts.routes.test.ts', 'const began = Date.now()'],
  ])('allowed in %s: %s', (file, code) => {
    expect(findForbiddenWords(file, code)).toEqual([])
  })

  it('holds in this repository', () => {
    const files = globSync('src/**/*.ts', { cwd: ROOT })
    expect(files.length).toBeGreaterThan(20)
    expect(
      files.flatMap((file) => findForbiddenWords(file, readFileSync(path.join(ROOT, file), 'utf8'))),
    ).toEqual([])
  })
})
