// The comment on a pull request, and its pictures, as examples/github-action makes them.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, inject, it } from 'vitest'
import { findCommand } from '../../src/commands/command-table.ts'
import { parseWords } from '../../src/commands/parse-words.ts'
import { optionsOf } from '../../src/commands/usage.ts'
import { ROOT } from '../harness/node-process.ts'
import { findChromium } from '../support/browser/browser.ts'

const EXAMPLE = path.join(ROOT, 'examples/github-action')
const place = { folders: 0 }

function newFolder(): string {
  place.folders += 1
  return path.join(inject('scratch'), `email-comment-${process.pid}-${place.folders}`)
}

type Snapshot = { subject: string; text: string; html: string }

function folderWith(snapshots: Record<string, Snapshot>): string {
  const folder = newFolder()
  for (const [stem, { subject, text, html }] of Object.entries(snapshots)) {
    const file = path.join(folder, '__snapshots__', stem)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(`${file}.txt`, `Subject: ${subject}\nFrom: a@acme.test\n\n${text}\n`)
    writeFileSync(`${file}.html`, html)
  }
  return folder
}

async function comment(
  before: string,
  after: string,
): Promise<{ out: string; text: string; files: string[] }> {
  const out = newFolder()
  const { executablePath, env } = await findChromium()
  const words = [
    'comment.js',
    '--before',
    before,
    '--after',
    after,
    '--out',
    out,
    '--pictures',
    'https://git.test/p',
  ]
  await promisify(execFile)(process.execPath, words, {
    cwd: EXAMPLE,
    env: { ...process.env, ...env, CHROMIUM: executablePath },
  })
  return { out, text: readFileSync(path.join(out, 'comment.md'), 'utf8'), files: readdirSync(out).toSorted() }
}

const email = (colour: string, height: number): string =>
  `<html><body style="margin:0;background:${colour}"><div style="height:${height}px">Hello</div><script>document.body.style.background = 'black'</script></body></html>`

const SAME = { subject: 'Same', text: 'Same', html: '<p>Same</p>' }

describe('the comment on a pull request', () => {
  it('has the differences and pictures of the emails that changed', async () => {
    const before = folderWith({
      'review/asked/1-review': { subject: 'How was it?', text: 'Hello', html: email('#ff0000', 900) },
      'review/asked/2-same': SAME,
      'review/gone/1-old': { subject: 'Old', text: 'Old', html: '<p>Old</p>' },
    })
    const after = folderWith({
      'review/asked/1-review': {
        subject: 'Did you like it? ``` @everyone',
        text: '```\nHello <b>',
        html: email('#0000ff', 1200),
      },
      'review/asked/2-same': SAME,
      'welcome/new/1-welcome': { subject: 'Welcome', text: 'Hi', html: '<p>Hi</p>' },
    })
    const { out, text, files } = await comment(before, after)
    expect(files).toEqual([
      'comment.md',
      'review--asked--1-review-after.png',
      'review--asked--1-review-before.png',
      'review--gone--1-old-before.png',
      'welcome--new--1-welcome-after.png',
    ])
    expect(text).toMatch(
      /^<!-- changed emails -->\n### Emails of this pull request\n\n1 changed, 1 new, 1 removed\.\n/,
    )
    expect(text).toContain("#### Changed: `Did you like it? ''' @everyone`")
    expect(text).toContain('-Subject: How was it?\n+Subject: Did you like it? ``` @everyone')
    expect(text).toContain('````diff\n@@')
    expect(text).toContain(
      '<img width="320" src="https://git.test/p/review--asked--1-review-before.png?raw=true">',
    )
    expect(text).not.toContain('2-same')

    const pictures = ['before', 'after'].map((side) =>
      sharp(path.join(out, `review--asked--1-review-${side}.png`)),
    )
    const shapes = await Promise.all(pictures.map((one) => one.metadata()))
    expect(shapes).toMatchObject([
      { width: 640, height: 900 },
      { width: 640, height: 1200 },
    ])
    const colours = await Promise.all(
      pictures.map(
        async (one) =>
          (
            await one.extract({ left: 600, top: 800, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
          ).toJSON().data,
      ),
    )
    expect(colours).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ])
  })

  it('says that no email changes', async () => {
    const folder = folderWith({ 'a/b/1-same': SAME })
    const { text, files } = await comment(folder, folder)
    expect([text, files]).toEqual(['<!-- changed emails -->\nNo email changes.\n', ['comment.md']])
  })

  it('takes a base without tests', async () => {
    const { text } = await comment(newFolder(), folderWith({ 'a/b/1-same': SAME }))
    expect(text).toContain('1 new.')
  })
})

it('the workflow of GitHub runs commands that exist', () => {
  const workflow = readFileSync(path.join(EXAMPLE, 'email-tests.yml'), 'utf8')
  const commands = [...workflow.matchAll(/npx lettermill (?!pull)([^>|\n]+)/g)].map(([, words = '']) =>
    words.trim().split(/\s+/),
  )
  expect(commands.length).toBeGreaterThan(3)
  for (const words of commands) {
    const found = findCommand(words)
    if (!found) throw new Error(`there is no ${words.join(' ')}`)
    parseWords(found.command, found.rest, optionsOf(found.command))
  }
})
