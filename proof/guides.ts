// `npm run proof:guides`: the programs of the guides for Go, Django, Rails and Laravel, run as they are written there, against a
// real node. They need what npm does not install, so `npm run test:long` leaves this out.
//
//   npm run proof:guides -- [--only go|django|rails|laravel]
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { freePort } from '../test/harness/free-port.ts'
import { GUIDES } from './guides/guides.ts'
import type { GuideRun } from './guides/guides.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeFolder, readTotal, requireTools, startServer } from './harness/reader-programs.ts'
import { SECRET_KEY } from './harness/stage.ts'

const run = promisify(execFile)
// A start takes a second or two, on a machine that others keep busy a minute or more.
const HANGING_MS = 300_000

type Server = { url: string; smtpPort: number }

/** How many emails or events there are. */
const count = ({ url }: Server, list: 'emails' | 'events'): Promise<number> =>
  readTotal(url, list === 'events' ? 'events?name=signup&limit=1' : 'emails?limit=1')

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
  for (const { name, ...needs } of guides) await requireTools({ what: `the guide for ${name}`, ...needs })
  const undo: Undo = []
  try {
    const folder = makeFolder('guides', undo)
    const smtpPort = await freePort()
    const settings = { SMTP_PORT: String(smtpPort) }
    const url = await startServer({ folder, undo, hangingMs: HANGING_MS, settings })
    const server = { url, smtpPort }
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
