// A headless Chromium for tests of pages: the machine's own if there is one, else the one that npm brings along.
import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { countStart } from '../started.ts'

/** No sandbox, because tests also run as root; no traffic of the browser's own, because foreign requests are counted. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
/** Unpacked once for all tests and runs (200 MB, some seconds), and cleared away with node_modules when they change. */
const UNPACKED = path.join(import.meta.dirname, '../../../node_modules/.cache/chromium')

type Program = { executablePath: string; env: Record<string, string> }

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findOnPath(): Program | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  const executablePath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(
    isExecutable,
  )
  return executablePath === undefined ? undefined : { executablePath, env: {} }
}

/**
 * @sparticuz/chromium is made for AWS Lambda and brings the libraries a bare machine lacks (libnss3 and others), but
 * unpacks them only if it believes to be there, and only into a temporary folder that holds no Chromium yet. So it is
 * told so, in a process of its own, because it changes the environment it runs in. Its folder gets its name when it is
 * complete: test files run at the same time.
 */
async function unpack(): Promise<void> {
  if (existsSync(UNPACKED)) return
  mkdirSync(path.dirname(UNPACKED), { recursive: true })
  const folder = mkdtempSync(`${UNPACKED}-`)
  const code = "await (await import('@sparticuz/chromium')).default.executablePath()"
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: import.meta.dirname,
      env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', TMPDIR: folder },
    })
    renameSync(folder, UNPACKED)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(UNPACKED)) throw error
  }
}

async function findPackaged(): Promise<Program> {
  await unpack()
  return {
    executablePath: path.join(UNPACKED, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(UNPACKED, 'al2023/lib'), FONTCONFIG_FILE: writeFontSettings() },
  }
}

/** Those of the package name folders of AWS Lambda only. A browser without any font shows no text, not even in innerText. */
function writeFontSettings(): string {
  const file = path.join(UNPACKED, 'fonts.conf')
  const folders = `<dir>${UNPACKED}/fonts</dir><cachedir>${UNPACKED}/fonts-cache</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`)
  return file
}

/** The program, and the variables that it needs. */
export const findChromium = async (): Promise<Program> => findOnPath() ?? (await findPackaged())

/** The caller closes it. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  countStart('browsers')
  try {
    const { executablePath, env } = await findChromium()
    return await chromium.launch({
      executablePath,
      args: [...FLAGS, ...flags],
      env: { ...process.env, ...env },
    })
  } catch (cause) {
    throw new Error('no Chromium could be started for the tests of pages; try: apt-get install chromium', {
      cause,
    })
  }
}

export type OpenPage = {
  page: Page
  /** Addresses asked for on any host but that of the page. Grows while the page lives. */
  foreignRequests: string[]
  /** The page's console.error lines and uncaught exceptions. */
  consoleErrors: string[]
}

export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const page = await browser.newPage()
  const foreignRequests: string[] = []
  const consoleErrors: string[] = []
  const home = new URL(url).host
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && host !== home) foreignRequests.push(request.url())
  })
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== home) foreignRequests.push(socket.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  await page.goto(url)
  return { page, foreignRequests, consoleErrors }
}
