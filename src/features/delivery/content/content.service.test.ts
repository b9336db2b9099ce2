import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { finishForWire } from './content.service.ts'
import { toWireContent } from './finish-content.ts'

const pool = createThreadPool({ entry: new URL('../../../threads.ts', import.meta.url), size: 1 })
afterAll(() => pool.close())

const tasks: string[] = []
const threads: ThreadPool = {
  run: (task, input, options) => {
    tasks.push(`${task.name} ${options?.lane ?? ''}`)
    return pool.run(task, input, options)
  },
  close: () => pool.close(),
}

const projectId = newId<ProjectId>(new Date())
const contentOf = (links: number) => ({
  html: Array.from({ length: links }, (_, n) => `<a href="https://a.example/${n}">{{ x }}</a>\n`).join(''),
  text: 'One\nTwo\r\nThree',
  isMarketing: true,
  tracking: { opens: true, clicks: true },
  isPlain: true,
})

describe('a content', () => {
  it('is finished in the calling thread if it is short', async () => {
    expect(await finishForWire(threads, { projectId, ...contentOf(10) })).toEqual(
      toWireContent(contentOf(10)),
    )
    expect(tasks).toEqual([])
  })

  it('is finished in a task thread if it is long, with the same result', async () => {
    const finished = await finishForWire(threads, { projectId, ...contentOf(5_000) })
    expect(tasks).toEqual([`delivery.finish-content ${projectId}`])
    expect(finished).toEqual(toWireContent(contentOf(5_000)))
    expect(finished.links).toHaveLength(200)
    expect(finished.text.startsWith('One\r\nTwo\r\nThree')).toBe(true)
  })
})
