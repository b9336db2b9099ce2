import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { enqueue } from './enqueue.ts'
import { handle } from './handler.ts'
import { done } from './outcome.ts'
import { runDueJobs, startJobRunner } from './runner.ts'
import { greet, useTestQueue } from './fixtures/queue.ts'

const queue = useTestQueue()

describe('enqueue', () => {
  it('leaves nothing behind when its transaction is rolled back', async () => {
    const { db } = queue.deps.database
    const work = db.transaction().execute(async (trx) => {
      await enqueue(trx, greet, { payload: { name: 'Ada' } })
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await queue.jobs()).toEqual([])
  })

  it('lets the job run as soon as its transaction is committed, and not before', async () => {
    const greeted: string[] = []
    const greeter = handle(greet, ({ name }) => {
      greeted.push(name)
      return Promise.resolve(done)
    })
    const runner = await startJobRunner(queue.deps, [greeter])
    try {
      await queue.deps.database.db.transaction().execute(async (trx) => {
        await enqueue(trx, greet, { payload: { name: 'Ada' } })
        await sql`select pg_sleep(0.1)`.execute(trx)
        expect(greeted).toEqual([])
      })
      await eventually(() => expect(greeted).toEqual(['Ada']))
      await eventually(async () => expect(await queue.jobs()).toEqual([]))
    } finally {
      await runner.stop()
    }
  })

  it('refuses a payload that is not as declared', async () => {
    const wrong = { name: 7 } as unknown as { name: string }
    await expect(enqueue(queue.deps.database.db, greet, { payload: wrong })).rejects.toThrow(
      'expected string',
    )
    expect(await queue.jobs()).toEqual([])
  })

  it('keeps when the job is due and how often it is tried', async () => {
    const runAt = new Date('2099-01-01T00:00:00Z')
    await enqueue(queue.deps.database.db, greet, { payload: { name: 'Ada' }, runAt })
    expect(await queue.jobs()).toMatchObject([
      {
        name: 'test.greet',
        payload: { name: 'Ada' },
        run_at: runAt,
        max_attempts: 3,
        attempts: 0,
        key: null,
      },
    ])
    await runDueJobs(queue.deps, [handle(greet, () => Promise.resolve(done))])
    expect(await queue.jobs()).toHaveLength(1)
  })

  it('replaces a job with the same key that has not begun, and coexists with one that has', async () => {
    const { db } = queue.deps.database
    const put = (name: string) => enqueue(db, greet, { payload: { name }, key: 'greeting' })
    await put('Ada')
    await put('Grace')
    expect(await queue.jobs()).toMatchObject([{ payload: { name: 'Grace' }, key: 'greeting' }])
    await queue.lock('pool-1', 0)
    await put('Edsger')
    expect(await queue.jobs()).toMatchObject([
      { payload: { name: 'Grace' }, key: null, locked_by: 'pool-1' },
      { payload: { name: 'Edsger' }, key: 'greeting', locked_by: null },
    ])
  })
})
