// The destination of a backup. A file gets its name only when it is complete, is readable by its owner alone, and replaces
// another file only with --force: yesterday's backup must survive a failing one of today.
import fs, { createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'

const openDescriptor = promisify(fs.open)

export const STANDARD_STREAM = '-'

export type BackupTarget = {
  stream: Writable
  draft?: string
  /** Gives the finished file its name. */
  commit(): Promise<void>
  /** Deletes an unfinished file. */
  discard(): Promise<void>
}

export async function openTarget(file: string, { isForced }: { isForced: boolean }): Promise<BackupTarget> {
  if (file === STANDARD_STREAM) return standardOutput()
  return explainingTarget(file, async () => {
    const found = await stat(file).catch(ignoreMissing)
    if (found?.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`)
    if (found?.isFile() && !isForced) throw new Error(existsText(file))
    if (found?.isFIFO()) return namedPipe(file)
    return found && !found.isFile() ? device(file) : newFile(file, { isForced })
  })
}

/** Explains errors of the file system, with the file and what to do. */
export async function explainingTarget<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
    throw problem === undefined
      ? error
      : new Error(`The backup cannot be written to ${nameOf(file)}: ${problem}`)
  }
}

export const nameOf = (file: string): string => (file === STANDARD_STREAM ? 'standard output' : file)

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist.',
  ENOTDIR: 'its folder is a file.',
  EACCES: 'permission denied.',
  EPERM: 'permission denied.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full. Make room, or name a file on another disk.',
  EDQUOT: 'the disk quota is used up. Make room, or name a file on another disk.',
  EPIPE: 'the program that reads it has ended.',
}

function standardOutput(): BackupTarget {
  if (process.stdout.isTTY) {
    throw new Error('A terminal cannot show a backup: name a file, or redirect the output into one.')
  }
  return streamTarget(process.stdout)
}

const streamTarget = (stream: Writable): BackupTarget => ({
  stream,
  commit: () => Promise.resolve(),
  discard: () => Promise.resolve(),
})

const device = (file: string): BackupTarget => streamTarget(createWriteStream(file))

/**
 * Written as a socket: writing it as a file would block a thread until there is a reader, and the process could not exit when
 * interrupted.
 */
async function namedPipe(file: string): Promise<BackupTarget> {
  return streamTarget(new Socket({ fd: await openDescriptor(file, 'w'), readable: false, writable: true }))
}

async function newFile(file: string, { isForced }: { isForced: boolean }): Promise<BackupTarget> {
  const draft = `${file}.${process.pid}.partial`
  const handle = await open(draft, 'wx', 0o600)
  return {
    stream: handle.createWriteStream({ flush: true }),
    draft,
    commit: () =>
      explainingTarget(file, async () => {
        await (isForced ? rename(draft, file) : renameToNew(draft, file))
        await syncFolder(path.dirname(file))
      }),
    discard: () => rm(draft, { force: true }),
  }
}

/** Unlike rename, a link never replaces a file that was created meanwhile. */
async function renameToNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
    await rm(draft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Error(existsText(file))
    // File systems without hard links: FAT, some network mounts.
    await rename(draft, file)
  }
}

/** Makes the name survive a power failure; some file systems do not support it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}

const existsText = (file: string): string =>
  `${file} already exists. Name another file, or replace it with --force.`

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
