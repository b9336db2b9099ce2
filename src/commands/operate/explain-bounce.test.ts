import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { NODE_COMPILE_CACHE } from '../../../test/support/node-process.ts'
import { OWN_SET } from '../../platform/email/feedback/fixtures/own-set.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const FIXTURES = 'src/platform/email/feedback/fixtures'

type Line = {
  file: string
  kind: string
  recipients: { address: string; explanation: string; reason: string }[]
}

/** With invalid settings and no database, because the command needs neither. */
async function explain(files: string[], stdin: Buffer | string = '') {
  const child = spawn(process.execPath, ['src/main.ts', 'explain-bounce', ...files], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE,
      PORT: 'none',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    },
  })
  child.stdin.end(stdin)
  const closed = once(child, 'close') as Promise<[number]>
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return {
    code: code as number,
    stderr,
    emails: lines.map((line) => JSON.parse(line) as Line),
  }
}

describe('lettermill explain-bounce', () => {
  it('prints one line per email: file, kind, and each recipient with class, code and reason', async () => {
    const files = ['postfix-unknown', 'arf-many', 'a-person-answers'].map((name) => `${FIXTURES}/${name}.eml`)
    expect(await explain(files)).toEqual({
      code: 0,
      stderr: '',
      emails: [
        {
          file: files[0],
          kind: 'bounce',
          recipients: [
            {
              address: 'ann@example.net',
              class: 'hard',
              code: '5.1.1',
              explanation: 'The mailbox does not exist. Lettermill will not send to this address again.',
              reason:
                '550 5.1.1 <ann@example.net>: Recipient address rejected: User unknown in virtual mailbox table',
            },
          ],
        },
        {
          file: files[1],
          kind: 'complaint',
          recipients: ['nils@example.net', 'olga@example.net'].map((address) => ({
            address,
            class: 'soft',
            code: null,
            explanation:
              'The recipient reported the email as spam. Lettermill will not send to this address again.',
            reason: 'Report of abuse by SomeGenerator/1.0',
          })),
        },
        { file: files[2], kind: 'other', recipients: [] },
      ],
    })
  })

  it('says of a delay that it is not final, and of a success that it is one', async () => {
    const { emails } = await explain([`${FIXTURES}/postfix-delayed.eml`, `${FIXTURES}/postfix-delivered.eml`])
    const [delayed, delivered] = emails.map(({ recipients }) => recipients[0]?.reason)
    expect(delayed).toMatch(/^delayed, not final: connect to /)
    expect(delivered).toMatch(/^delivered: 250 2\.0\.0 Ok/)
  })

  it.each([
    ['qmail-full', /^The mailbox is full\. Lettermill still sends to this address; /],
    ['postfix-dmarc', /^The receiving server could not verify the sender \(SPF, DKIM or DMARC\)\. /],
    ['postfix-delayed', /^The receiving server has not delivered the email yet and still tries\. /],
    ['postfix-delivered', /^Lettermill does nothing about this\.$/],
    ['arf-opt-out', /^The recipient asked for no more emails\. /],
    ['out-of-office', /^Lettermill does nothing about this\.$/],
  ])('explains %s in a sentence', async (name, expected) => {
    const { emails } = await explain([`${FIXTURES}/${name}.eml`])
    expect(emails[0]?.recipients[0]?.explanation).toMatch(expected)
  })

  it('reads standard input', async () => {
    const raw = OWN_SET.find(({ name }) => name === 'qmail-full')?.raw ?? ''
    expect(await explain(['-'], raw)).toMatchObject({
      code: 0,
      emails: [{ file: '-', kind: 'bounce', recipients: [{ address: 'ian@example.net', class: 'soft' }] }],
    })
  })

  it('goes on after a file that cannot be read, names it and ends with status 1', async () => {
    const last = `${FIXTURES}/qmail-full.eml`
    const { code, stderr, emails } = await explain(['no-such.eml', FIXTURES, last])
    expect(code).toBe(1)
    expect(stderr).toBe(
      'no-such.eml cannot be read: there is no such file.\n' +
        `${FIXTURES} cannot be read: it is a folder; name the files in it.\n`,
    )
    expect(emails).toMatchObject([{ file: last }])
  })

  it.each([[[]], [['--recursive', 'x.eml']]])('refuses the words %j with status 2', async (words) => {
    const { code, stderr, emails } = await explain(words)
    expect([code, emails]).toEqual([2, []])
    expect(stderr).not.toBe('')
  })
})
