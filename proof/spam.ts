// `npm run proof:spam`: what SpamAssassin gives, in points, to the templates of the gallery and to the emails that a new project sends first,
// with every setting at its default. Only its local tests run: those that ask servers on the internet are off.
//
//   npm run proof:spam -- [--tracked]
//
// --tracked: with the tracking of transactional email switched on.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { apiClient } from '../test/harness/api-client.ts'
import type { ApiClient } from '../test/harness/api-client.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeFolder, requireTools, startServer } from './harness/reader-programs.ts'
import { SECRET_KEY } from './harness/stage.ts'
import { until } from './harness/until.ts'
import { FIRST_EMAILS, GALLERY_EMAILS } from './spam/samples.ts'
import type { Sample } from './spam/samples.ts'

const run = promisify(execFile)
const SENDER = 'hello@shop.example'
const RECIPIENT = 'ann@receiver.example'
const MOST_POINTS = 0.5

// An embedded database on a slow disk needs some seconds for the first email.
const HANGING_MS = 120_000

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

type SendReply = { data: { emails: { email: string }[] } }

/** The id of the email, which is on its way. */
async function send({ post }: ApiClient, { template, request }: Sample): Promise<string> {
  const stored = template && (await post<{ id: string }>('/templates', template))
  const { data } = await post<SendReply>('/v1/send', {
    to: { email: RECIPIENT, name: 'Ann Lee' },
    from: SENDER,
    name: 'Shop',
    ...(stored && { template: stored.id }),
    ...request,
  })
  return data.emails[0]?.email ?? ''
}

function readRaw(url: string, id: string): Promise<string> {
  const look = async () => {
    const headers = { authorization: `Bearer ${SECRET_KEY}` }
    const response = await fetch(`${url}/emails/${id}/raw`, { headers })
    return response.ok && response.text()
  }
  return until(look, { what: `the email ${id} is in the inbox`, limitMs: HANGING_MS })
}

type Judgement = { points: number; rules: string }

/** The points, and the rules that gave them. */
async function judge(email: string): Promise<Judgement> {
  const judging = run('spamassassin', ['-L', '-t'], { maxBuffer: 8 * 1024 * 1024 })
  judging.child.stdin?.end(email)
  const { stdout } = await judging
  const points = /^Content analysis details:\s+\((-?[\d.]+) points/m.exec(stdout)?.[1]
  if (points === undefined) throw new Error(`spamassassin gave no report: ${stdout.slice(0, 500)}`)
  const rules = [...stdout.matchAll(/^\s*(-?\d+\.\d+)\s+([A-Z][A-Z0-9_]+)\s/gm)]
    .filter(([, cost]) => Number(cost) !== 0)
    .map(([, cost, rule]) => `${rule} ${cost}`)
  return { points: Number(points), rules: rules.join(', ') }
}

function toRow(what: string, { points, rules }: Judgement): Row {
  const measured = rules === '' ? points.toFixed(1) : `${points.toFixed(1)} (${rules})`
  return { what, measured, promised: `≤ ${MOST_POINTS}`, isKept: points <= MOST_POINTS }
}

await runProof(async (say) => {
  const { flags } = readProofOptions({ numbers: {}, smallest: {}, flags: ['tracked'] })
  await requireTools({
    what: 'proof:spam',
    probe: ['spamassassin', '--version'],
    install: 'apt-get install spamassassin',
  })
  const undo: Undo = []
  try {
    const folder = makeFolder('spam', undo)
    const settings = { PUBLIC_URL: 'https://mail.shop.example' }
    const url = await startServer({ folder, undo, hangingMs: HANGING_MS, settings })
    const api = apiClient(url, SECRET_KEY)
    const isTracked = flags.has('tracked')
    await api.patch('/project', {
      name: 'Shop',
      postalAddress: 'Shop, Lange Straat 1, Utrecht',
      transactionalTracking: { opens: isTracked, clicks: isTracked },
    })
    const rows: Row[] = []
    for (const sample of [...FIRST_EMAILS, ...GALLERY_EMAILS]) {
      say(sample.name)
      const raw = await readRaw(url, await send(api, sample))
      for (const [route, stamp] of Object.entries(ROUTES)) {
        const judgement = await judge(`Return-Path: <bounce@shop.example>\r\n${stamp}${raw}`)
        rows.push(toRow(`${sample.name}, ${route}`, judgement))
      }
    }
    return rows
  } finally {
    await undoAll(undo)
  }
})
