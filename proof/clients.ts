// `npm run proof:clients`: openapi.json for those who read it by program. Spectral and Redocly find nothing with their recommended
// rules, and the Python and Go clients of docs/clients.md are made by the commands of that page, compile, and send to a real node.
// They need what npm does not install, and the network, so `npm run test:long` leaves this out.
//
//   npm run proof:clients -- [--only description|python|go]
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { ROOT } from '../test/harness/node-process.ts'
import { codeBlocks } from './guides/blocks.ts'
import { nothing } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeFolder, readTotal, requireTools, startServer } from './harness/reader-programs.ts'
import { SECRET_KEY } from './harness/stage.ts'

const run = promisify(execFile)
const PAGE = 'docs/clients.md'
const EMAILS = 'emails?limit=1'
// A start takes a second or two and a compiler a minute, on a machine that others keep busy several.
const HANGING_MS = 600_000

const SPECTRAL = '@stoplight/spectral-cli@6'
const REDOCLY = '@redocly/cli@2'

type Client = {
  name: string
  probe: readonly [string, ...string[]]
  install: string
  /** Its commands are this block of the page, in the order of the page. */
  block: number
  files: Record<string, string>
}

const first = (language: string): string => {
  const [code] = codeBlocks(PAGE, language)
  if (code === undefined) throw new Error(`${PAGE} has no block of ${language}`)
  return code
}

const CLIENTS: readonly Client[] = [
  {
    name: 'python',
    probe: ['python3', '-c', 'import venv, ensurepip'],
    install: 'apt-get install python3 python3-venv',
    block: 0,
    files: { 'send.py': first('python') },
  },
  {
    name: 'go',
    probe: ['go', 'version'],
    install: 'Go 1.24 or newer: https://go.dev/dl, or apt-get install golang',
    block: 1,
    files: { 'main.go': first('go'), 'oapi-codegen.yaml': first('yaml'), 'lettermill/.keep': '' },
  },
]

type Output = { stdout: string; stderr: string }

/** The findings of the recommended rules of others. */
async function lint(folder: string, say: (line: string) => void): Promise<Row[]> {
  writeFileSync(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  const output = async (args: readonly string[]): Promise<Output> =>
    run('npx', ['--yes', ...args], { cwd: folder, maxBuffer: 50_000_000 }).catch((error: Output) => error)
  const spectral = await output([SPECTRAL, 'lint', 'openapi.json', '--format', 'json', '--quiet'])
  const redocly = await output([REDOCLY, 'lint', 'openapi.json', '--extends=recommended', '--format=json'])
  const found = {
    spectral: (JSON.parse(spectral.stdout) as unknown[]).length,
    redocly: (JSON.parse(redocly.stdout) as { problems: unknown[] }).problems.length,
  }
  if (found.spectral > 0) say(spectral.stdout)
  if (found.redocly > 0) say(redocly.stdout)
  return [nothing('findings of Spectral', found.spectral), nothing('findings of Redocly', found.redocly)]
}

async function follow({ name, block, files }: Client, url: string, folder: string): Promise<Row> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const before = await readTotal(url, EMAILS)
  await run('sh', ['-e', '-c', codeBlocks(PAGE, 'sh')[block] ?? ''], {
    cwd: folder,
    timeout: HANGING_MS,
    maxBuffer: 50_000_000,
    env: { ...process.env, LETTERMILL_BASE_URL: url, LETTERMILL_API_KEY: SECRET_KEY },
  })
  const measured = (await readTotal(url, EMAILS)) - before
  return { what: `${name}: emails sent`, measured, promised: '1', isKept: measured === 1 }
}

await runProof(async (say) => {
  const parts = ['description', ...CLIENTS.map(({ name }) => name)]
  const { only } = readProofOptions({ numbers: {}, smallest: {}, parts })
  const clients = CLIENTS.filter(({ name }) => only === undefined || name === only)
  for (const { name, ...needs } of clients) await requireTools({ what: `the ${name} client`, ...needs })
  const undo: Undo = []
  try {
    const folder = makeFolder('clients', undo)
    const folderFor = (name: string) => {
      const own = path.join(folder, name)
      mkdirSync(own)
      copyFileSync(path.join(ROOT, 'openapi.json'), path.join(own, 'openapi.json'))
      return own
    }
    const rows: Row[] = []
    if (only === undefined || only === 'description') {
      say('checking openapi.json')
      rows.push(...(await lint(folderFor('description'), say)))
    }
    if (clients.length === 0) return rows
    const url = await startServer({ folder, undo, hangingMs: HANGING_MS })
    for (const client of clients) {
      say(`making the ${client.name} client`)
      rows.push(await follow(client, url, folderFor(client.name)))
    }
    return rows
  } finally {
    await undoAll(undo)
  }
})
