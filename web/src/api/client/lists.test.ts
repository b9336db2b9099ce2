import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ProjectApi } from './client.ts'
import { listOptions, onlyIfMissing } from './lists.ts'

type Names = { names: string[]; cursor: string | null; total: number | null }

/** A list whose pages were fetched long ago, and the requests for it. */
function oldList(pages: number) {
  const requests: unknown[] = []
  const get = async (_path: string, { query }: { query: { cursor?: string } }) => {
    requests.push(query.cursor)
    return { names: ['new'], cursor: 'next', total: 1 }
  }
  const options = listOptions<Names>({ projectId: 'p', get } as unknown as ProjectApi, '/names')
  const client = new QueryClient()
  const old = {
    pages: Array.from({ length: pages }, () => ({ names: ['old'], cursor: 'next', total: 1 })),
    pageParams: [undefined, ...Array.from({ length: pages - 1 }, () => 'next')],
  }
  client.setQueryData(options.queryKey, old, { updatedAt: 1 })
  const showAgain = async () => {
    const observer = new InfiniteQueryObserver(client, options)
    const leave = observer.subscribe(() => undefined)
    while (observer.getCurrentResult().isFetching) await new Promise((done) => setTimeout(done, 1))
    leave()
    return requests.length
  }
  const enter = async () => {
    await client.prefetchInfiniteQuery(onlyIfMissing(options))
    return requests.length
  }
  return { client, showAgain, enter, forget: () => client.clear() }
}

describe('a list that is shown again', () => {
  it('is refetched while it has one page', async () => {
    expect(await oldList(1).showAgain()).toBe(1)
  })

  it('is not refetched after scrolling down', async () => {
    expect(await oldList(5).showAgain()).toBe(0)
  })

  it('is fetched by the loader of the route only if nothing of it is cached', async () => {
    const list = oldList(5)
    expect(await list.enter()).toBe(0)
    list.forget()
    expect(await list.enter()).toBe(1)
  })

  it('is refetched whatever its length after a change made here', async () => {
    const { client, showAgain } = oldList(5)
    await client.invalidateQueries()
    expect(await showAgain()).toBe(5)
  })
})
