import { describe, expect, it } from 'vitest'
import { createThreadPool } from '../../platform/threads/thread-pool.ts'
import { warmUpTemplates } from './index.ts'

const openPool = () => createThreadPool({ entry: new URL('../../threads.ts', import.meta.url), size: 1 })

describe('warming up', () => {
  it('prepares a template in a thread', async () => {
    const threads = openPool()
    const tasks: string[] = []
    const run: typeof threads.run = (task, ...rest) => {
      tasks.push(task.name)
      return threads.run(task, ...rest)
    }
    await warmUpTemplates({ ...threads, run })
    await threads.close()
    expect(tasks).toEqual(['templates.prepare'])
  })

  it('does not fail if the node stops meanwhile', async () => {
    const threads = openPool()
    const warm = warmUpTemplates(threads)
    await threads.close()
    expect(await warm).toBeUndefined()
  })
})
