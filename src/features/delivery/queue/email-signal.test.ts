import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createEmailAnnouncer, listenForEmail } from './email-signal.ts'

const test = useTestApp()

async function listen(): Promise<{ heard: number; projects: readonly ProjectId[] }> {
  const ear = { heard: 0, projects: [] as readonly ProjectId[] }
  const { database, log } = test.deps
  const listening = await listenForEmail(database, {
    log,
    onEmail: (projects) => Object.assign(ear, { heard: ear.heard + 1, projects }),
  })
  onTestFinished(() => listening.close())
  return ear
}

describe('the word that there is email', () => {
  it('reaches whoever listens, once for many emails of one moment', async () => {
    const [one, two] = [await listen(), await listen()]
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    for (let count = 0; count < 100; count += 1) announcer.announce(test.project.projectId)
    await eventually(() => expect([one.heard, two.heard]).toEqual([1, 1]))
    expect(one.projects).toEqual([test.project.projectId])
    announcer.announce(test.project.projectId)
    await eventually(() => expect([one.heard, two.heard]).toEqual([2, 2]))
  })

  it('names no project when they are too many, so that workers look for themselves', async () => {
    const ear = await listen()
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    for (let count = 0; count < 300; count += 1) announcer.announce(newId<ProjectId>(test.clock.now()))
    await eventually(() => expect(ear.heard).toBe(1))
    expect(ear.projects).toEqual([])
  })

  it('is heard again after the connection was lost', async () => {
    const ear = await listen()
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen lettermill_mail'`.execute(test.deps.database.db)
    const announcer = createEmailAnnouncer(test.deps.database.db, test.deps.log)
    await eventually(() => {
      announcer.announce(test.project.projectId)
      expect(ear.heard).toBeGreaterThan(0)
    })
  })

  it('is not passed on to who takes the connection after the listener', async () => {
    const { database, log } = test.deps
    const listening = await listenForEmail(database, { log, onEmail: () => undefined })
    await listening.close()
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and query = 'listen lettermill_mail'`.execute(database.db)
      expect(rows).toEqual([])
    })
  })
})
