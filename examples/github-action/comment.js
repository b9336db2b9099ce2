// Compares the snapshots of emails (docs/testing-emails.md) in two folders, makes pictures of those that changed with headless
// Chromium, and writes the comment for a pull request:
//
//   node comment.js --before base/email-tests --after email-tests --out changed-emails --pictures https://…
//
// CHROMIUM is the path of a Chromium; without it, the Chrome of the machine is used.
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'

/** The action finds its comment by it, and writes it again after the next push. */
const MARK = '<!-- changed emails -->'
// GitHub takes 65,536 characters per comment.
const MOST_COMMENT = 60_000
const MOST_DIFF_LINES = 120
// Each takes a second or two, and nobody looks at more.
const MOST_PICTURED = 30
const WIDTH = 640
// An email whose pictures load for ever is shown without them.
const LOAD_MS = 15_000

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    out: { type: 'string' },
    pictures: { type: 'string', default: '.' },
  },
})
const { before, after, out, pictures } = values
if (!before || !after || !out) {
  console.error('Usage: node comment.js --before <folder> --after <folder> --out <folder> [--pictures <url>]')
  process.exit(2)
}

/** Snapshots by their paths without an ending, such as `__snapshots__/review/customers-are-asked/1-review`. */
async function readSnapshots(folder) {
  const names = await readdir(folder, { recursive: true }).catch((error) => {
    // The base of the first pull request with tests has none.
    if (error.code === 'ENOENT') return []
    throw error
  })
  const texts = names.filter(
    (name) => name.split(path.sep).includes('__snapshots__') && name.endsWith('.txt'),
  )
  const found = new Map()
  for (const name of texts.toSorted()) {
    const stem = name.slice(0, -'.txt'.length)
    const file = path.join(folder, stem)
    const text = await readFile(`${file}.txt`, 'utf8')
    const html = await readFile(`${file}.html`, 'utf8').catch(() => '')
    found.set(stem, { file, text, html })
  }
  return found
}

function compare(old, current) {
  const stems = [...new Set([...old.keys(), ...current.keys()])].toSorted()
  return stems.flatMap((stem) => {
    const [one, other] = [old.get(stem), current.get(stem)]
    if (one && other && one.text === other.text && one.html === other.html) return []
    const kind = one ? (other ? 'Changed' : 'Removed') : 'New'
    return [{ stem, kind, before: one, after: other }]
  })
}

const nameOf = (stem) => stem.split(path.sep).filter((part) => part !== '__snapshots__')

const pictureOf = ({ stem }, side) => `${nameOf(stem).join('--')}-${side}.png`

/** Emails are shown as in a client: without scripts, and without access to files of this machine. */
async function takePictures(changes) {
  if (changes.length === 0) return
  const { CHROMIUM } = process.env
  const browser = await chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : { channel: 'chrome' }),
    args: ['--no-sandbox', '--hide-scrollbars'],
  })
  try {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: WIDTH, height: 480 },
    })
    for (const change of changes) {
      for (const side of ['before', 'after']) {
        if (!change[side]) continue
        const page = await context.newPage()
        await page
          .setContent(change[side].html, { waitUntil: 'load', timeout: LOAD_MS })
          .catch(() => undefined)
        const file = path.join(out, pictureOf(change, side))
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
        await page.close()
      }
    }
  } finally {
    await browser.close()
  }
}

/** The lines of `git diff`, without its head. */
async function diffOf({ before: old, after: current }, ending) {
  const files = [old, current].map((one) => (one ? `${one.file}.${ending}` : '/dev/null'))
  const words = ['diff', '--no-index', '--no-color', '--', ...files]
  // It ends with 1 if there are differences.
  const { stdout } = await promisify(execFile)('git', words, { maxBuffer: 100_000_000 }).catch((error) => {
    if (error.code === 1) return error
    throw error
  })
  const lines = stdout.trimEnd().split('\n')
  const shown = lines.slice(lines.findIndex((line) => line.startsWith('@@')))
  const left = shown.length - MOST_DIFF_LINES
  return [...shown.slice(0, MOST_DIFF_LINES), ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n')
}

/** Nothing in an email can end it. */
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${text}\n${fence}`
}

const inCode = (text) => `\`${text.replaceAll('`', "'")}\``

const folded = (summary, text) => `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`

async function sectionOf(change, isPictured) {
  const { kind, stem, before: old, after: current } = change
  const [, subject = ''] = /^Subject: (.*)/.exec((current ?? old).text) ?? []
  const parts = [
    `#### ${kind}: ${inCode(subject || 'without a subject')}`,
    nameOf(stem).map(inCode).join(' / '),
  ]
  if (isPictured) {
    const sides = ['before', 'after'].filter((side) => change[side])
    const urls = sides.map((side) => `${pictures}/${encodeURIComponent(pictureOf(change, side))}?raw=true`)
    parts.push(
      [
        `| ${sides.join(' | ')} |`,
        `|${'---|'.repeat(sides.length)}`,
        `| ${urls.map((url) => `<img width="320" src="${url}">`).join(' | ')} |`,
      ].join('\n'),
    )
  }
  if (kind !== 'Changed') return parts.join('\n\n')
  if (old.text !== current.text) parts.push(folded('Text', fenced(await diffOf(change, 'txt'))))
  else parts.push('Its text is the same.')
  if (old.html !== current.html) parts.push(folded('HTML', fenced(await diffOf(change, 'html'))))
  return parts.join('\n\n')
}

async function commentOf(changes) {
  if (changes.length === 0) return `${MARK}\nNo email changes.\n`
  const counts = ['Changed', 'New', 'Removed'].map((kind) => [
    kind,
    changes.filter((one) => one.kind === kind).length,
  ])
  const summary = counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.toLowerCase()}`)
  let comment = `${MARK}\n### Emails of this pull request\n\n${summary.join(', ')}.\n`
  for (const [index, change] of changes.entries()) {
    const section = `\n${await sectionOf(change, index < MOST_PICTURED)}\n`
    if (comment.length + section.length > MOST_COMMENT) {
      return `${comment}\nAnd ${changes.length - index} more, which do not fit here.\n`
    }
    comment += section
  }
  return comment
}

const changes = compare(await readSnapshots(before), await readSnapshots(after))
await mkdir(out, { recursive: true })
await takePictures(changes.slice(0, MOST_PICTURED))
await writeFile(path.join(out, 'comment.md'), await commentOf(changes))
console.log(`${changes.length} emails differ. The comment is in ${path.join(out, 'comment.md')}.`)
