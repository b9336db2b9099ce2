import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const repository = path.resolve(import.meta.dirname, '../..')

// A package of its own with one dependency of the program and one of its tests, both in folders beside it: npm itself
// runs, and no registry is needed.
let root: string

const writePackage = (folder: string, content: object) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...content }))
}

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'lettermill-install-'))
  cpSync(path.join(repository, 'scripts'), path.join(root, 'scripts'), { recursive: true })
  writePackage(path.join(root, 'parts/runs'), { name: 'runs' })
  writePackage(path.join(root, 'parts/tests'), { name: 'tests' })
  writePackage(root, {
    name: 'sample',
    dependencies: { runs: 'file:parts/runs' },
    devDependencies: { tests: 'file:parts/tests' },
  })
  await run('npm', ['install', '--package-lock-only'], { cwd: root })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

// npm removes node_modules, so nothing may write its compiled code there meanwhile.
const ENVIRONMENT = { ...process.env }
delete ENVIRONMENT['NODE_COMPILE_CACHE']

const install = (extent: string[], env: Record<string, string> = {}) =>
  run(process.execPath, ['scripts/install.mjs', ...extent], { cwd: root, env: { ...ENVIRONMENT, ...env } })

const has = (name: string) => existsSync(path.join(root, 'node_modules', name))

describe('installing', () => {
  it('brings what the program needs and not what its tests need, and then has nothing left to do', async () => {
    const { stderr } = await install([])
    expect(stderr).toContain('Installing the packages of the program (first start)')
    expect([has('runs'), has('tests')]).toEqual([true, false])
    expect((await install([])).stderr).toBe('')
  })

  it('adds the tools without touching what may be running from the tree', async () => {
    const before = statSync(path.join(root, 'node_modules')).ino
    const { stderr } = await install(['tools'])
    expect(stderr).toContain('Installing the tools for tests and checks')
    expect([has('runs'), has('tests')]).toEqual([true, true])
    expect(statSync(path.join(root, 'node_modules')).ino).toBe(before)
  })

  it('keeps the tools when the program is started afterwards', async () => {
    expect((await install([])).stderr).toBe('')
    expect(has('tests')).toBe(true)
  })

  it('is done by one of two starts that find the lock of a killed install', async () => {
    rmSync(path.join(root, 'node_modules'), { recursive: true })
    const lock = path.join(root, '.tmp', 'install.lock')
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(
      lock,
      JSON.stringify({ token: 'killed', host: hostname(), workers: [{ pid, bornAt: '1' }] }),
    )
    const starts = await Promise.all([install([]), install([])])
    expect(starts.filter(({ stderr }) => stderr.includes('Installed in'))).toHaveLength(1)
    expect(has('runs')).toBe(true)
    expect(existsSync(lock)).toBe(false)
  })

  it('says that the registry cannot be reached while npm still tries', async () => {
    rmSync(path.join(root, 'node_modules'), { recursive: true })
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    writePackage(root, { name: 'sample', dependencies: { 'left-out': '1.0.0' } })
    writeFileSync(
      path.join(root, 'package-lock.json'),
      JSON.stringify({
        name: 'sample',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'sample', version: '1.0.0', dependencies: { 'left-out': '1.0.0' } },
          'node_modules/left-out': { version: '1.0.0' },
        },
      }),
    )
    const failure = await install([], { npm_config_registry: `http://127.0.0.1:${port}/` }).catch(
      (error: { stderr: string }) => error,
    )
    expect(failure.stderr).toContain('The npm registry does not answer (ECONNREFUSED)')
    expect(failure.stderr).toContain('The packages could not be downloaded (ECONNREFUSED)')
  })
})
