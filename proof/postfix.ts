// `npm run proof:postfix`: own delivery to a real mail server. Postfix, as Debian packages it, takes email only after
// STARTTLS; every accepted email is in its mailbox once. Needs Postfix and root, so `npm run test:long` leaves it out.
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
