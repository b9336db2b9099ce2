// `npm run proof:hostile`: one caller does everything it can to keep a node busy, while another project lists its contacts
// and a load balancer asks for /health. Prints a table and ends with 1 when one of them had to wait.
//
//   npm run proof:hostile -- [--seconds 15]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { quantile } from '../bench/harness/timing.ts'
import { formatRows, isBroken } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeOtherSender, makeSender } from './harness/sender.ts'
import { PUBLIC_KEY, SECRET_KEY, withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'

// What the victims may have to wait.
const P99_MS = 100
const WORST_MS = 500
const ASK_EVERY_MS = 50

type Attack = { what: string; callers: number; run: (base: string) => Promise<unknown> }

const send = (
  base: string,
  path: string,
  init: { key: string; type?: string; body: string | Buffer<ArrayBuffer>; headers?: Record<string, string> },
) =>
  fetch(base + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${init.key}`,
      'content-type': init.type ?? 'application/json',
      ...init.headers,
    },
    body: init.body,
  })
    .then((reply) => reply.text())
    .catch(() => undefined)

const keys = (count: number, prefix: string) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1])))

const track = (base: string, data: string) =>
  send(base, '/v1/track', { key: PUBLIC_KEY, body: `{"event":"e","email":"a@example.com","data":${data}}` })

const slowBody = `{% for i in (1..3000) %}{% for j in (1..200) %}{{ i }}{% endfor %}{% endfor %}`

// Written once, beforehand: this process also watches the victims, and must not be what they wait for.
const MANY_KEYS = keys(900_000, 'k')
const SOME_KEYS = keys(60_000, 'k')
const RANDOM_KEYS = Array.from({ length: 50 }, () => keys(4_000, crypto.randomUUID()))
const COMMAS = Buffer.alloc(60_000_000, ',')
const LARGE_SEND = JSON.stringify({
  to: Array.from({ length: 50 }, (_, index) => `p${index}@example.com`),
  from: 'a@proof.com',
  subject: 'x',
  body: '{{ big }}',
  data: { big: 'x'.repeat(11_000_000) },
})

const ATTACKS: Attack[] = [
  { what: 'nothing (for comparison)', callers: 0, run: () => sleep(10) },
  { what: '12 MB of short keys, public key', callers: 2, run: (base) => track(base, MANY_KEYS) },
  { what: '0.8 MB of short keys, public key', callers: 4, run: (base) => track(base, SOME_KEYS) },
  {
    what: '4,000 random data keys per call, public key',
    callers: 10,
    run: (base) => track(base, RANDOM_KEYS[Math.floor(Math.random() * RANDOM_KEYS.length)] ?? ''),
  },
  {
    what: '40 slow renders with an Idempotency-Key',
    callers: 40,
    run: (base) =>
      send(base, '/v1/send', {
        key: SECRET_KEY,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ to: 'a@example.com', from: 'a@proof.com', subject: 'x', body: slowBody }),
      }),
  },
  {
    what: '11 MB of data to 50 recipients',
    callers: 2,
    run: (base) => send(base, '/v1/send', { key: SECRET_KEY, body: LARGE_SEND }),
  },
  {
    what: 'a CSV of 60 MB of commas',
    callers: 1,
    run: (base) => send(base, '/contacts/import', { key: SECRET_KEY, type: 'text/csv', body: COMMAS }),
  },
]

/** How long a victim had to wait, asking again and again while the attack lasts. */
async function watch(
  url: string,
  key: string | undefined,
  until: number,
): Promise<{ ms: number[]; bad: number }> {
  const ms: number[] = []
  let bad = 0
  while (performance.now() < until) {
    const began = performance.now()
    const reply = await fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } })
    await reply.text()
    ms.push(performance.now() - began)
    if (reply.status !== 200) bad += 1
    await sleep(ASK_EVERY_MS)
  }
  return { ms, bad }
}

async function prove({ what, callers, run }: Attack, { base, key, seconds }: Proof): Promise<Row[]> {
  const until = performance.now() + seconds * 1000
  const attackers = Array.from({ length: callers }, async () => {
    while (performance.now() < until) await run(base)
  })
  const [health, contacts] = await Promise.all([
    watch(`${base}/health`, undefined, until),
    watch(`${base}/contacts`, key, until),
  ])
  await Promise.all(attackers)
  return [
    ['/health', health],
    ['GET /contacts of another project', contacts],
  ].map(([name, found]) => {
    const { ms, bad } = found as typeof health
    const [p99, worst] = [quantile(ms, 0.99), Math.max(...ms)]
    return {
      what: `${what}: ${name as string}`,
      measured: `p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${ms.length}${bad > 0 ? `, ${bad} refused` : ''}`,
      promised: `≤ ${P99_MS}, ≤ ${WORST_MS}`,
      isKept: p99 <= P99_MS && worst <= WORST_MS && bad === 0,
    }
  })
}

type Proof = { base: string; key: string; seconds: number }

async function proveAll(stage: Stage, seconds: number): Promise<Row[]> {
  await stage.fleet.add('node', 'all')
  await makeSender(stage, 'proof.com')
  const other = await makeOtherSender(stage, 'other-proof.com')
  const base = `http://127.0.0.1:${stage.settings['PORT'] ?? ''}`
  const rows: Row[] = []
  for (const attack of ATTACKS) {
    stage.say(attack.what)
    rows.push(...(await prove(attack, { base, key: other.key, seconds })))
  }
  return rows
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const rows = await withStage({ say: (line) => console.log(line) }, (stage) =>
  proveAll(stage, Number(values.seconds)),
)
console.log(`\n${formatRows(rows)}\n`)
const broken = rows.filter(isBroken)
console.log(broken.length === 0 ? 'Every promise was kept.' : `Promises broken: ${broken.length}`)
// Connections that an attack left half open do not keep a finished proof running.
process.exit(broken.length === 0 ? 0 : 1)
