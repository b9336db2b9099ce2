// Emails per second by SMTP against POST /v1/send, which writes the same: by the same node, with the same callers, in turns.
import { startNodeProcess } from '../harness/node-process.ts'
import { postAll } from '../harness/post-load.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median, quantile } from '../harness/timing.ts'
import { submitAll } from './smtp-load.ts'
import { freePort } from '../../test/harness/free-port.ts'

const CALLERS = 50
const ROUNDS = 5
const EMAILS_PER_ROUND = 5_000
const CONTACTS = 10_000

const FROM = 'hello@mill.test'
const SUBJECT = 'Your code is {{ code }}'
const BODY =
  '<h1>Hello {{ name }}</h1><p>Your code is <b>{{ code }}</b>. It is good for ten minutes.</p><p><a href="https://mill.test/login">Sign in</a></p>'

const to = (index: number) => `person-${(index * 7919) % CONTACTS}@receivers.test`
const dataOf = (index: number) => ({ name: `Person ${index}`, code: String(index).padStart(6, '0') })

const asRequest = (index: number) =>
  JSON.stringify({
    to: to(index),
    from: { name: 'The Mill', email: FROM },
    subject: SUBJECT,
    body: BODY,
    data: dataOf(index),
  })

const asEmail = (index: number) => ({
  from: FROM,
  to: to(index),
  email: [
    `From: The Mill <${FROM}>`,
    `To: ${to(index)}`,
    `Subject: ${SUBJECT}`,
    `Message-ID: <${index}.bench@mill.test>`,
    'Date: Thu, 01 Jan 2026 00:00:00 +0000',
    `X-Lettermill-Data: ${JSON.stringify(dataOf(index))}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    BODY,
  ].join('\r\n'),
})

export async function benchSubmission(stage: Stage, add: (result: Result) => void): Promise<void> {
  const port = await freePort()
  const node = await startNodeProcess({ ...stage.settings, SMTP_PORT: String(port) }, { role: 'api' })
  try {
    const key = stage.settings['BOOTSTRAP_SECRET_KEY'] ?? ''
    const size = stage.sized(EMAILS_PER_ROUND)
    const indexes = (round: number) => Array.from({ length: size }, (_, index) => round * size + index)
    const post = (round: number) =>
      postAll({
        address: node.address,
        key,
        path: '/v1/send',
        callers: CALLERS,
        bodies: indexes(round).map(asRequest),
      })
    const submit = (round: number) =>
      submitAll({ port, key, callers: CALLERS, emails: indexes(round).map(asEmail) })
    // Makes the contacts and the contents, and warms up.
    await post(0)
    await submit(0)
    const rounds: { floor: number; rate: number }[] = []
    const latenciesMs: number[] = []
    for (let round = 1; round <= stage.sized(ROUNDS); round += 1) {
      const floor = (await post(round)).perSecond
      const submitted = await submit(round)
      latenciesMs.push(...submitted.latenciesMs)
      rounds.push({ floor, rate: submitted.perSecond })
    }
    add({
      what: `SMTP submission against POST /v1/send, ${CALLERS} connections`,
      detail: `p50 ${median(latenciesMs).toFixed(1)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms`,
      value: median(rounds.map(({ rate }) => rate)),
      unit: 'requests/s',
      floor: median(rounds.map(({ floor }) => floor)),
      ratio: median(rounds.map(({ rate, floor }) => rate / floor)),
      target: { ratio: 0.5 },
    })
  } finally {
    await node.stop()
  }
}
