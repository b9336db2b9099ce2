// Mailers that people have installed, against a port that encrypts by STARTTLS. nodemailer is in submission.test.ts.
import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { makeSelfSignedCertificate } from '../../../platform/email/smtp/server/self-signed.ts'
import { useSubmission } from './fixtures/submission-server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-submission-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The operator's own certificate: with one, the server offers STARTTLS to this machine too. */
async function certificateFiles(): Promise<{ SMTP_TLS_CERT: string; SMTP_TLS_KEY: string }> {
  const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
  const { certificate, key } = await makeSelfSignedCertificate('localhost', { from, until })
  const files = { SMTP_TLS_CERT: path.join(folder, 'cert.pem'), SMTP_TLS_KEY: path.join(folder, 'key.pem') }
  writeFileSync(files.SMTP_TLS_CERT, certificate)
  writeFileSync(files.SMTP_TLS_KEY, key)
  return files
}

const test = useTestApp({ SEND_RATE_PER_SECOND: '0', ...(await certificateFiles()) })
const submission = useSubmission(test)
const delivery = useDelivery(test)

type Email = { port: number; key: string; to: string }
type Client = { name: string; program: string; send: (email: Email) => Promise<unknown> }

function isInstalled({ program }: Client): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

async function run(program: string, args: string[], input = ''): Promise<void> {
  const running = promisify(execFile)(program, args)
  onTestFinished(() => void running.child.kill())
  running.child.stdin?.end(input)
  await running
}

const PYTHON = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, key, to = int(sys.argv[1]), sys.argv[2], sys.argv[3]
email = EmailMessage()
email['From'] = 'Shop <shop@shop.test>'
email['To'] = to
email['Reply-To'] = 'help@shop.test'
email['Subject'] = 'Grüße'
email['X-Order'] = '7'
email.set_content('As text.')
email.add_alternative('<p>As HTML.</p>', subtype='html')
email.add_attachment(b'PDF', maintype='application', subtype='pdf', filename='Größe.pdf')
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
with smtplib.SMTP('127.0.0.1', port, timeout=15) as smtp:
    smtp.starttls(context=context)
    smtp.login('anybody', key)
    smtp.send_message(email)
`

const RAW = (to: string) =>
  [
    'From: Shop <shop@shop.test>',
    `To: ${to}`,
    'Reply-To: help@shop.test',
    'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    'X-Order: 7',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/plain',
    '',
    'As text.',
    '--a',
    'Content-Type: text/html',
    '',
    '<p>As HTML.</p>',
    '--a--',
    '--m',
    'Content-Type: application/pdf',
    "Content-Disposition: attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf",
    'Content-Transfer-Encoding: base64',
    '',
    'UERG',
    '--m--',
    '',
  ].join('\r\n')

const CURL =
  '--silent --show-error --ssl-reqd --insecure --upload-file - --mail-from shop@shop.test --mail-rcpt'

const CLIENTS: Client[] = [
  {
    name: "Python's smtplib",
    program: 'python3',
    send: ({ port, key, to }) => run('python3', ['-c', PYTHON, String(port), key, to]),
  },
  {
    name: 'curl',
    program: 'curl',
    send: ({ port, key, to }) =>
      run(
        'curl',
        [...`--url smtp://127.0.0.1:${port} --user anybody:${key} ${CURL}`.split(' '), to],
        RAW(to),
      ),
  },
]

async function arrived(app: TestApp) {
  await delivery.drain()
  const { emails } = (await call(app, ['GET', '/emails'])).json<{ emails: { id: string }[] }>()
  expect(emails).toHaveLength(1)
  return PostalMime.parse((await call(app, ['GET', `/emails/${emails[0]?.id}/raw`])).body)
}

describe('an email that is handed in by', () => {
  it.each(CLIENTS.filter(isInstalled))('$name arrives with every part', async (client) => {
    const own = await inFreshProject(test)
    const to = newAddress()
    await client.send({ port: submission.port, key: own.project.secretKey, to })
    const email = await arrived(own)
    expect(email).toMatchObject({
      subject: 'Grüße',
      from: { name: 'Shop', address: 'shop@shop.test' },
      to: [{ address: to }],
      replyTo: [{ address: 'help@shop.test' }],
      text: expect.stringContaining('As text.') as string,
      html: expect.stringContaining('<p>As HTML.</p>') as string,
      attachments: [{ filename: 'Größe.pdf', mimeType: 'application/pdf' }],
    })
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'x-order', value: '7' }))
    expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).toString()).toBe('PDF')
  })

  it('a mailer that this machine lacks is not tried, which is said', () => {
    const missing = CLIENTS.filter((client) => !isInstalled(client))
    for (const { name, program } of missing) {
      process.stderr.write(`${name} was not tried as a client of SMTP submission: install ${program}\n`)
    }
    expect(missing.length).toBeLessThanOrEqual(CLIENTS.length)
  })
})
