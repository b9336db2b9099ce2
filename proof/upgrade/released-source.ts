// The sources of the last release, as git has them, to run its nodes from.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../test/harness/node-process.ts'
import { readReleases } from '../../test/releases/releases.ts'
import { UsageError } from '../harness/command.ts'

const ARCHIVE_LIMIT_BYTES = 512 * 1024 * 1024

type Manifest = { version: string; dependencies: Record<string, string> }

export type ReleasedSource = { version: string; commit: string }

const git = (args: readonly string[], maxBuffer = ARCHIVE_LIMIT_BYTES): Buffer =>
  execFileSync('git', args, { cwd: ROOT, maxBuffer, stdio: ['ignore', 'pipe', 'inherit'] })

/** The commit that stored the last release, which is the one it was made of. */
export function findLastRelease(): ReleasedSource {
  const version = readReleases().at(-1)?.version ?? ''
  const missing = (why: string) =>
    new UsageError(
      `This proof runs the sources of version ${version}, which are in the history of git: ${why}`,
    )
  let commits: string[]
  try {
    if (git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true') {
      throw missing('this clone has only a part of it. git fetch --unshallow brings the rest.')
    }
    const file = `test/releases/${version}.zst`
    const log = git(['log', '--diff-filter=A', '--format=%H', '--', file])
    commits = log.toString().split('\n')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw missing('this folder is not a clone, or git is not installed.')
  }
  const [commit = ''] = commits
  if (commit === '' || manifestOf(commit).version !== version) {
    throw missing(`no commit has stored test/releases/${version}.zst.`)
  }
  return { version, commit }
}

const manifestOf = (commit: string): Manifest =>
  JSON.parse(git(['show', `${commit}:package.json`]).toString()) as Manifest

/** @returns the folder with the sources, to run nodes from */
export function makeReleasedSource(folder: string, { commit }: ReleasedSource): string {
  const source = path.join(folder, 'released')
  mkdirSync(source)
  execFileSync('tar', ['-x', '-C', source], { input: git(['archive', '--format=tar', commit]) })
  const ours = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Manifest
  const isEqual = JSON.stringify(ours.dependencies) === JSON.stringify(manifestOf(commit).dependencies)
  if (isEqual) symlinkSync(path.join(ROOT, 'node_modules'), path.join(source, 'node_modules'))
  else execFileSync(process.execPath, ['scripts/install.mjs', 'program'], { cwd: source, stdio: 'inherit' })
  return source
}
