// `npm run proof:postfix`: own delivery to a real mail server. Postfix, as Debian packages it, takes email only after
// STARTTLS; every accepted email is in its mailbox once, some came by BDAT,
// and its log warns of nothing. Needs Postfix and root, so `npm run test:long` leaves it out.
//
//   npm run proof:postfix -- [--emails 500] [--smallest]
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { startDnsServer } from '../test/harness/dns-server.ts'
import { freePort } from '../test/harness/free-port.ts'
import { drain, nothing } from './harness/audit.ts'
import { readProofOptions, runProof, UsageError } from './harness/command.ts'
import { startLoad } from './harness/load.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'
import { MissingPackageError, startPostfix } from './postfix/postfix-server.ts'
import type { Postfix } from './postfix/postfix-server.ts'

const DOMAIN = 'receiver.test'
const ADDRESS = '127.0.0.1'
const CALLERS = 20
const DELIVERED_MS = 120_000
const LOGGED_MS = 30_000

async function prove(
  stage: Stage,
  { postfix, emails }: { postfix: Postfix; emails: number },
): Promise<Row[]> {
  await stage.fleet.addAll()
  const sender = await makeSender(stage, 'proof-of-delivery.com')
  const load = startLoad(stage, { sender, emails, callers: CALLERS, domain: DOMAIN })
  await load.done
  await drain(stage)
  // Postfix has accepted them, and puts them into the mailbox after that.
  await until(() => postfix.emails().length >= emails, {
    what: 'all emails are in the mailbox',
    limitMs: DELIVERED_MS,
  })
  const received = postfix.emails()
  const ids = received.map((text) => /^message-id:\s*<([^@>]+)/im.exec(text)?.[1] ?? '')
  const known = new Set(ids)
  const signed = received.filter((text) => /^dkim-signature:/im.test(text))
  return [
    { what: 'emails acknowledged', measured: load.acknowledged.length },
    nothing(
      'of them missing in the mailbox',
      load.acknowledged.filter(({ emailId }) => !known.has(emailId)).length,
    ),
    nothing('emails that came twice', ids.length - known.size),
    nothing(
      'emails without TLS',
      received.filter((text) => !/\(using TLSv1\.[23] with cipher/.test(text)).length,
    ),
    nothing('emails without our DKIM signature', received.length - signed.length),
    ...(await auditSessions(stage, postfix)),
  ]
}

/** Postfix sums up each session: "disconnect from unknown[127.0.0.1] ehlo=2 starttls=1 mail=9 rcpt=9 data=1 bdat=9 quit=1 commands=32". */
async function auditSessions({ fleet }: Stage, postfix: Postfix): Promise<Row[]> {
  // It does so when the session ends.
  await Promise.all(fleet.members.map((member) => member.end('SIGTERM')))
  const count = (pattern: RegExp) => postfix.smtpLog().filter((line) => pattern.test(line)).length
  await until(() => count(/: connect from /) === count(/: disconnect from /), {
    what: 'all sessions are in the log of Postfix',
    limitMs: LOGGED_MS,
  })
  // "bdat=7", or "bdat=6/7" if one of seven was refused.
  const sessions = postfix.smtpLog().flatMap((line) => {
    const [, taken, all] = /: disconnect from .* bdat=(\d+)(?:\/(\d+))?/.exec(line) ?? []
    return taken === undefined ? [] : [{ taken: Number(taken), all: Number(all ?? taken) }]
  })
  const sum = (of: 'taken' | 'all') => sessions.reduce((total, session) => total + session[of], 0)
  return [
    {
      what: `chunks that it took by BDAT, in ${count(/: disconnect from /)} sessions`,
      measured: sum('taken'),
      promised: '≥ 1',
      isKept: sum('taken') >= 1,
    },
    nothing('chunks that it refused', sum('all') - sum('taken')),
    nothing('warnings and errors of its SMTP server', count(/\]: (?:warning|error|fatal|panic): /)),
  ]
}

await runProof(async (say) => {
  const { emails } = readProofOptions({ numbers: { emails: 500 }, smallest: { emails: 50 } })
  const undo: Undo = []
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-postfix-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    const port = await freePort()
    const postfix = await startPostfix({ folder, address: ADDRESS, port, domain: DOMAIN })
    undo.push(() => postfix.stop())
    const dns = await startDnsServer()
    undo.push(() => dns.close())
    dns.set(DOMAIN, 'MX', [{ exchange: `mx.${DOMAIN}`, priority: 10 }])
    dns.set(`mx.${DOMAIN}`, 'A', [ADDRESS])
    const settings = {
      MAIL_TRANSPORT: `mx:?port=${port}`,
      DNS_SERVERS: dns.address,
      ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
    }
    return await withStage({ say, settings }, (stage) => prove(stage, { postfix, emails }))
  } catch (error) {
    // Its message says what to do; the stack does not help.
    throw error instanceof MissingPackageError ? new UsageError(error.message) : error
  } finally {
    await undoAll(undo)
  }
})
