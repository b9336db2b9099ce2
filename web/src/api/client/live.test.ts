import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followChanges } from './live.ts'

type Listener = (event: Event) => void

function fakeStream() {
  const listeners = new Map<string, Listener>()
  return {
    open: () => ({
      addEventListener: (type: string, listener: unknown) => void listeners.set(type, listener as Listener),
      close: () => undefined,
      readyState: 1,
    }),
    emit: (type: string, data?: object) =>
      listeners.get(type)?.(Object.assign(new Event(type), { data: JSON.stringify(data) })),
  }
}

describe('live updates', () => {
  const queryClient = new QueryClient()
  const fetchCounts = { emails: 0, templates: 0 }
  const watch = (name: keyof typeof fetchCounts) =>
    new QueryObserver(queryClient, {
      queryKey: ['p1', `/${name}`],
      queryFn: () => (fetchCounts[name] += 1),
    }).subscribe(() => undefined)

  beforeEach(async () => {
    vi.useFakeTimers()
    vi.stubGlobal('document', {
      hidden: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })
    watch('emails')
    watch('templates')
    await vi.advanceTimersByTimeAsync(10)
    Object.assign(fetchCounts, { emails: 0, templates: 0 })
  })
  afterEach(() => {
    queryClient.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('refetch older data after the page has been drawn', async () => {
    const stream = fakeStream()
    const end = followChanges({ projectId: 'p1', queryClient, open: stream.open })
    stream.emit('open')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fetchCounts).toEqual({ emails: 0, templates: 0 })
    await vi.advanceTimersByTimeAsync(2_000)
    // No topic covers templates.
    expect(fetchCounts).toEqual({ emails: 1, templates: 0 })
    end()
  })

  it('do not refetch data that an event has refreshed, and nothing after the end', async () => {
    const stream = fakeStream()
    const end = followChanges({ projectId: 'p1', queryClient, open: stream.open })
    stream.emit('open')
    await vi.advanceTimersByTimeAsync(100)
    stream.emit('changed', { topics: ['emails'] })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(fetchCounts.emails).toBe(1)
    stream.emit('open')
    end()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(fetchCounts.emails).toBe(1)
  })
})
