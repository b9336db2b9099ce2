// Rendered emails as files beside the tests: `__snapshots__/<file>/<test>/1-welcome.html` and `.txt`.
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lineDiff } from '../../as-code/line-diff.ts'
import { slugOf } from '../read/read-test-file.ts'
import { durationText, momentText } from '../read/times.ts'
import { unreadable } from '../../resources/input.ts'
import type { Failure, MatchedEmail } from './judge-story.ts'

export const SNAPSHOT_FOLDER = '__snapshots__'

// Links of an installation would be different on every machine.
const ANY_SERVER = 'https://lettermill.example'
const SERVER_LINK = /(https?:\/\/[^\s"'<>()]+?)\/(?:unsubscribe|subscribe|manage|browser)\/preview/g

// The beginning of a change shows what it is about; the files have all of it.
const MOST_DIFF_LINES = 40

export type Snapshots = {
  check(of: SnapshotOwner, matched: readonly MatchedEmail[]): Promise<Failure[]>
  written: readonly string[]
  /** The test failed: snapshots that it does not reach may still be right. */
  keep(of: Pick<SnapshotOwner, 'file' | 'test'>): void
  /** Removes the files that no email has any more, with --update; otherwise only names them. */
  findObsolete(files: readonly string[]): Promise<string[]>
}

type SnapshotOwner = { file: string; test: string; startAt: number }

export function createSnapshots({ isUpdating, url }: { isUpdating: boolean; url: string }): Snapshots {
  const written: string[] = []
  const used = new Set<string>()
  const kept = new Set<string>()
  const checkOne = async (file: string, text: string): Promise<string | undefined> => {
    used.add(file)
    const known = await readSnapshot(file)
    if (known === text) return undefined
    if (isUpdating) {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
      written.push(file)
      return undefined
    }
    if (known === undefined) {
      return `There is no snapshot ${file}. Look at the email, and write it with --update.`
    }
    const lines = lineDiff(known, text)
    const left = lines.length - MOST_DIFF_LINES
    const more = left > 0 ? [`… and ${left} more lines`] : []
    return [
      `The email is not like its snapshot ${file}. If it should be, write it again with --update.`,
      ...[...lines.slice(0, MOST_DIFF_LINES), ...more].map((line) => `  ${line}`),
    ].join('\n')
  }
  return {
    written,
    keep: (owner) => void kept.add(folderOfTest(owner)),
    async check({ file, test, startAt }, matched) {
      const failures: Failure[] = []
      const folder = folderOfTest({ file, test })
      for (const [index, { line, email, step }] of matched.entries()) {
        const stem = path.join(folder, `${index + 1}-${slugOf(step.shown)}`)
        const parts = [
          [`${stem}.txt`, headOf(email, startAt)],
          [`${stem}.html`, email.html ?? ''],
        ] as const
        for (const [name, text] of parts) {
          const message = await checkOne(name, withoutServer(text, url))
          if (message !== undefined) failures.push({ line, message })
        }
      }
      return failures
    },
    async findObsolete(files) {
      const found: string[] = []
      for (const folder of new Set(files.map(folderOf))) {
        const names = await readdir(folder, { recursive: true }).catch(() => [])
        const snapshots = names
          .filter((name) => /\.(?:html|txt)$/.test(name))
          .map((name) => path.join(folder, name))
        found.push(...snapshots.filter((name) => !used.has(name) && !kept.has(path.dirname(name))))
      }
      if (isUpdating) await removeFiles(found)
      return found
    },
  }
}

async function removeFiles(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file)
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    // It stays if the snapshots of other emails are in it.
    await rmdir(folder).catch(() => undefined)
  }
}

const folderOf = (file: string): string =>
  path.join(path.dirname(file), SNAPSHOT_FOLDER, path.basename(file, path.extname(file)))

const folderOfTest = ({ file, test }: Pick<SnapshotOwner, 'file' | 'test'>): string =>
  path.join(folderOf(file), slugOf(test))

async function readSnapshot(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unreadable(file, error as Error)
  }
}

function headOf({ subject, from, to, at, text }: MatchedEmail['email'], startAt: number): string {
  const sentAt = Date.parse(at)
  const after = sentAt === startAt ? '' : `, ${durationText(sentAt - startAt)} after the start`
  return [
    `Subject: ${subject ?? ''}`,
    `From: ${from ?? ''}`,
    `To: ${to}`,
    `Sent: ${momentText(sentAt)}${after}`,
    '',
    text ?? '',
    '',
  ].join('\n')
}

function withoutServer(text: string, url: string): string {
  const servers = new Set([...text.matchAll(SERVER_LINK)].map(([, server = '']) => server))
  return [...servers, url]
    .reduce((shown, server) => shown.replaceAll(server, ANY_SERVER), text)
    .replaceAll('\r\n', '\n')
}
