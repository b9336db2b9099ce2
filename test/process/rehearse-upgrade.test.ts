// `lettermill rehearse-upgrade` on the stored databases of releases.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { backupOf, readReleases, RELEASE_KEY } from '../releases/releases.ts'
import { openSharedDatabase } from '../support/database/shared-database.ts'
import { useNodes } from '../support/node-process.ts'

const nodes = useNodes()

const problemsOf = (stdout: string) =>
  (JSON.parse(stdout) as { checks: { problems: string[] }[] }).checks.flatMap(({ problems }) => problems)

/** An empty folder for the copy. */
function folder(): string {
  const made = nodes.dataDir()
  mkdirSync(made, { recursive: true })
  return made
}

describe('the rehearsal of an upgrade', () => {
  it.each(readReleases())(
    'from $version passes, and leaves nothing behind',
    async ({ version, migrations }) => {
      const place = folder()
      const args = ['rehearse-upgrade', backupOf(version), '--in', place, '--json', '--quiet']
      const { code, stdout, stderr } = await nodes.run(args, { DATA_DIR: nodes.dataDir() })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({
        backup: { program: version },
        migrations: readMigrations().length - migrations,
        steps: [
          { step: 'restore the backup' },
          { step: 'upgrade the database' },
          { step: 'renew the statistics' },
          { step: expect.stringContaining('foreign key') as unknown },
          { step: expect.stringContaining('counter') as unknown },
          { step: expect.stringContaining('forgotten') as unknown },
        ],
      })
      expect(problemsOf(stdout)).toEqual([])
      expect(readdirSync(place)).toEqual([])
    },
  )

  it('finds a counter that is wrong, and fails', async () => {
    const database = await openSharedDatabase({ isEmpty: true })
    onTestFinished(() => database.close())
    const settings = { ...database.settings, ENCRYPTION_KEY: RELEASE_KEY }
    const place = folder()
    const file = path.join(place, 'wrong.zst')
    expect((await nodes.run(['restore', '--quiet', backupOf('0.1.0')], settings)).code).toBe(0)
    await database.query(
      `insert into counter_deltas (project_id, counter, label, delta) select id, 'contacts', '', 5 from projects`,
    )
    expect((await nodes.run(['backup', '--quiet', file], settings)).code).toBe(0)
    const args = ['rehearse-upgrade', file, '--in', place, '--json', '--quiet']
    const { code, stdout, stderr } = await nodes.run(args, settings)
    expect(code).toBe(1)
    expect(stderr).toBe('The upgrade would leave problems behind: 1.\n')
    expect(problemsOf(stdout)).toEqual(['contacts : 11 instead of 6'])
    expect(readdirSync(place)).toEqual(['wrong.zst'])
    // The database of the settings is left alone.
    expect(await database.query('select count(*)::int as n from contacts')).toEqual([{ n: 6 }])
  })

  it('says what is wrong with the file', async () => {
    const place = folder()
    const noBackup = path.join(place, 'notes.txt')
    writeFileSync(noBackup, 'no backup')
    const run = async (file: string) => nodes.run(['rehearse-upgrade', file, '--in', place, '--quiet'])
    expect(await run(path.join(place, 'missing.zst'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no such file') as unknown,
    })
    expect(await run(noBackup)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be restored') as unknown,
    })
    expect(readdirSync(place)).toEqual(['notes.txt'])
  })
})
