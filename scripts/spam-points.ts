// Sends the five kinds of email that a new project sends first, with every setting at its default, and asks SpamAssassin
// what each would cost at a receiver. For docs/deliverability.md and docs/templates.md; no test runs it. Needs `spamassassin` on this machine, of
// which only the local tests run: those that ask servers on the internet are off.
//
//   node_modules/.bin/node scripts/spam-points.ts [--gallery] [--tracked]
//
// --gallery: the templates of the gallery instead. --tracked: with the tracking of transactional email switched on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { GALLERY } from '../src/features/templates/gallery/gallery.values.ts'
import { startNodeProcess } from '../bench/harness/node-process.ts'

const KEY = `sk_${'spam'.repeat(10)}`
const SENDER = 'hello@shop.example'
const RECIPIENT = 'ann@receiver.example'

// An embedded database on a slow disk needs some seconds for the first email.
const WAIT_MS = 20_000

type Sample = { name: string; template?: Record<string, unknown>; request: Record<string, unknown> }

const SAMPLES: Sample[] = [
  {
    name: 'password reset',
    request: {
      subject: 'Reset your password',
      body: '<p>Hello Ann,</p><p>somebody asked to reset the password of your account. If it was you, follow this link within an hour:</p><p><a href="https://shop.example/reset/8f3c1d">Choose a new password</a></p><p>If it was not you, ignore this email.</p>',
    },
  },
  {
    name: 'welcome',
    request: {
      subject: 'Welcome to Shop',
      body: '<p>Hi Ann,</p><p>welcome! Your account is ready.</p><p><a href="https://shop.example/start">Get started</a></p>',
    },
  },
  {
    name: 'receipt',
    request: {
      subject: 'Your receipt 2041',
      body: '<html><body><h1>Thank you for your order</h1><p>Order 2041 of 15 November. We have charged your card.</p><table><tr><td>Coffee grinder</td><td>49.00 EUR</td></tr><tr><td>Filter papers, 100 pieces</td><td>6.50 EUR</td></tr><tr><td>Shipping</td><td>4.50 EUR</td></tr><tr><td>Total</td><td>60.00 EUR</td></tr></table><p>Your parcel leaves our warehouse tomorrow. <a href="https://shop.example/orders/2041">See the order</a></p></body></html>',
    },
  },
  {
    name: 'marketing newsletter',
    template: {
      name: 'Newsletter',
      type: 'MARKETING',
      subject: 'What is new in November',
      body: '<html><body><h1>What is new in November</h1><p>Hello Ann,</p><p>we have spent the autumn with new roasts and a small book about brewing by hand. This is what you will find in the shop from Monday on, and where to taste it before.</p><h2>Three new roasts</h2><p>One from Huehuetenango, one from Sidama and a decaf that we are proud of. <a href="https://shop.example/roasts">Read about them</a></p><h2>A book about brewing</h2><p>Eighty pages, many drawings, no dogma. <a href="https://shop.example/book">Look inside</a></p><h2>Tastings</h2><p>Every Saturday in the roastery, from ten to two. <a href="https://shop.example/tastings">Choose a date</a></p><p>See you soon,<br>Mara and Jon</p></body></html>',
    },
    request: { subscribed: true },
  },
  {
    name: 'plain text notice',
    request: {
      subject: 'Maintenance on Sunday',
      body: 'Hello Ann,<br><br>on Sunday from 2 to 4 in the morning the shop is closed for maintenance. Orders that you have placed are not affected.<br><br>Shop',
    },
  },
]

const GALLERY_SAMPLES: Sample[] = GALLERY.map(({ name, type, subject, previewText, blocks, sample }) => ({
  name,
  template: { name, type, subject, previewText, blocks },
  request: { data: sample, subscribed: true },
}))

/**
 * The Received header that a server adds in front, as Postfix does: the receiver's own, and before it our relay's. The addresses are not
 * those kept for documentation, which cost 1.3 points by themselves (RCVD_ILLEGAL_IP).
 */
const stamps = (host: string, ip: string, by: string): string =>
  `Received: from ${host} (${host} [${ip}])\r\n\tby ${by} (Postfix) with ESMTPS id 4VxQ2k1Tz9\r\n\tfor <${RECIPIENT}>; ${new Date().toUTCString().replace('GMT', '+0000')}\r\n`
const ROUTES = {
  direct: stamps('mail.shop.example', '5.75.128.7', 'mx.receiver.example'),
  relay:
    stamps('relay.provider.example', '49.12.64.9', 'mx.receiver.example') +
    stamps('mail.shop.example', '5.75.128.7', 'relay.provider.example'),
}

type Api = (method: string, url: string, body?: unknown) => Promise<{ status: number; body: string }>

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'spam-points-'))
  const node = await startNodeProcess({
    DATA_DIR: folder,
    PORT: '0',
    BOUNCE_PORT: '0',
    PUBLIC_URL: 'https://mail.shop.example',
    BOOTSTRAP_SECRET_KEY: KEY,
  })
  const api: Api = async (method, url, body) => {
    const reply = await fetch(`${node.address}${url}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: await reply.text() }
  }
  try {
    const isTracked = process.argv.includes('--tracked')
    await api('PATCH', '/project', {
      name: 'Shop',
      postalAddress: 'Shop, Lange Straat 1, Utrecht',
      transactionalTracking: { opens: isTracked, clicks: isTracked },
    })
    for (const sample of process.argv.includes('--gallery') ? GALLERY_SAMPLES : SAMPLES) {
      const raw = await rawOf(api, sample)
      for (const [route, stamp] of Object.entries(ROUTES)) {
        const { points, rules } = await judge(`Return-Path: <bounce@shop.example>\r\n${stamp}${raw}`)
        console.log(`${sample.name} | ${route} | ${points} | ${rules}`)
      }
    }
  } finally {
    await node.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function rawOf(api: Api, { template, request }: Sample): Promise<string> {
  const made = template && (JSON.parse((await api('POST', '/templates', template)).body) as { id: string })
  const sent = await api('POST', '/v1/send', {
    to: { email: RECIPIENT, name: 'Ann Lee' },
    from: SENDER,
    name: 'Shop',
    ...(made && { template: made.id }),
    ...request,
  })
  const id = /"email":"([0-9a-f-]{36})"/.exec(sent.body)?.[1]
  if (id === undefined) throw new Error(`the email was refused: ${sent.body}`)
  for (let waited = 0; waited < WAIT_MS; waited += 200) {
    const raw = await api('GET', `/emails/${id}/raw`)
    if (raw.status === 200) return raw.body
    await sleep(200)
  }
  throw new Error(`the email did not reach the inbox within ${WAIT_MS / 1_000} s`)
}

/** The points and the rules that cost or gave some, of local tests only. */
async function judge(email: string): Promise<{ points: string; rules: string }> {
  const child = spawn('spamassassin', ['-L', '-t'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(email)
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const points = /^Content analysis details:\s+\((-?[\d.]+) points/m.exec(report)?.[1]
  if (points === undefined) throw new Error('spamassassin gave no report; is it installed?')
  const rules = [...report.matchAll(/^\s*(-?\d+\.\d+)\s+([A-Z][A-Z0-9_]+)\s/gm)]
    .filter(([, cost]) => Number(cost) !== 0)
    .map(([, cost, rule]) => `${rule} ${cost}`)
  return { points, rules: rules.join(', ') }
}

await main()
