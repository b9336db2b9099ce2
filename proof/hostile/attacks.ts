// Calls by which one caller can keep a node busy. Bodies are written once, when the process starts.
import { setTimeout as sleep } from 'node:timers/promises'
import { PUBLIC_KEY, SECRET_KEY } from '../harness/stage.ts'
import { READING_ATTACKS } from './reading-attacks.ts'
import type { Attack } from './reading-attacks.ts'

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

export const ATTACKS: Attack[] = [
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
  ...READING_ATTACKS,
]
