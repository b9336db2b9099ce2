// `npm run proof:guides`: the programs of the guides for Go, Django, Rails and Laravel, run as they are written there, against a
// real node. They need what npm does not install, so `npm run test:long` leaves this out.
//
//   npm run proof:guides -- [--only go|django|rails|laravel]
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { freePort } from '../test/harness/free-port.ts'
import { spawnNode } from '../test/harness/node-process.ts'
import { GUIDES } from './guides/guides.ts'
import type { GuideRun } from './guides/guides.ts'
import { readProofOptions, runProof, UsageError } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { SECRET_KEY } from './harness/stage.ts'

const run = promisify(execFile)
// A start takes a second or two, on a machine that others keep busy a minute or more.
const HANGING_MS = 300_000

type Server = { url: string; smtpPort: number }

async function requireLanguages(guides: readonly GuideRun[]): Promise<void> {
  for (const { name, probe, install } of guides) {
    const [program, ...args] = probe
    await run(program, args).catch(() => {
      throw new UsageError(`the guide for ${name} needs what is not installed here: ${install}`)
    })
  }
}

async function startServer(folder: string, undo: Undo): Promise<Server> {
  const smtpPort = await freePort()
  const node = spawnNode(['start'], {
    settings: {
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      HOST: '127.0.0.1',
      SMTP_PORT: String(smtpPort),
      BOUNCE_PORT: '0',
      LOG_LEVEL: 'warn',
      BOOTSTRAP_SECRET_KEY: SECRET_KEY,
    },
  })
  undo.push(() => node.stop())
  return { url: await node.waitUntilReady(HANGING_MS), smtpPort }
}

/** How many emails or events there are. */
async function count({ url }: Server, list: 'emails' | 'events'): Promise<number> {
  const query = list === 'events' ? 'events?name=signup&limit=1' : 'emails?limit=1'
  const response = await fetch(`${url}/${query}`, { headers: { authorization: `Bearer ${SECRET_KEY}` } })
  const { total } = (await response.json()) as { total?: number }
  if (total === undefined) throw new Error(`GET /${query} answered ${response.status} without a total`)
  return total
}

async function follow(guide: GuideRun, server: Server, folder: string): Promise<Row[]> {
  mkdirSync(folder)
  for (const [name, text] of Object.entries(guide.files)) writeFileSync(path.join(folder, name), text)
  const before = { emails: await count(server, 'emails'), events: await count(server, 'events') }
  for (const [program, ...args] of guide.commands) {
    await run(program, args, {
      cwd: folder,
      timeout: HANGING_MS,
      env: {
        ...process.env,
        LETTERMILL_BASE_URL: server.url,
        LETTERMILL_API_KEY: SECRET_KEY,
        LETTERMILL_SMTP_PORT: String(server.smtpPort),
      },
    })
  }
  return compare(guide, server, before)
}

async function compare(
  guide: GuideRun,
  server: Server,
  before: { emails: number; events: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const list of ['emails', 'events'] as const) {
    const measured = (await count(server, list)) - before[list]
    rows.push({
      what: `${guide.name}: ${list}`,
      measured,
      promised: String(guide[list]),
      isKept: measured === guide[list],
    })
  }
  return rows
}

await runProof(async (say) => {
  const { only } = readProofOptions({ numbers: {}, smallest: {}, parts: GUIDES.map(({ name }) => name) })
  const guides = GUIDES.filter(({ name }) => only === undefined || name === only)
  await requireLanguages(guides)
  const undo: Undo = []
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-guides-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    // As root, the database server is another user and must be able to enter.
    chmodSync(folder, 0o711)
    const server = await startServer(folder, undo)
    const rows: Row[] = []
    for (const guide of guides) {
      say(`following ${guide.page}`)
      rows.push(...(await follow(guide, server, path.join(folder, guide.name))))
    }
    return rows
  } finally {
    await undoAll(undo)
  }
})
