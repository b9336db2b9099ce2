import { describe, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

function buildCache({ most = 10 }: { most?: number } = {}) {
  let at = 0
  const asked: string[] = []
  const recall = createAnswerCache<string>({
    clock: { now: () => new Date(at) },
    most,
    lifetimeMs: (answer) => (answer === 'silence' ? 0 : 1000),
  })
  return {
    asked,
    pass: (ms: number) => void (at += ms),
    recall: (key: string, answer: string | Promise<string> = 'yes') =>
      recall(key, async () => {
        asked.push(key)
        return answer
      }),
  }
}

describe('createAnswerCache', () => {
  it('keeps an answer up to the end of its lifetime, and not a moment longer', async () => {
    const { recall, asked, pass } = buildCache()
    await recall('a')
    pass(999)
    await recall('a')
    expect(asked).toEqual(['a'])
    pass(1)
    await recall('a')
    expect(asked).toEqual(['a', 'a'])
  })

  it('counts the lifetime from the answer, not from its last use', async () => {
    const { recall, asked, pass } = buildCache()
    await recall('a')
    pass(600)
    await recall('a')
    pass(600)
    await recall('a')
    expect(asked).toEqual(['a', 'a'])
  })

  it('does not keep what has no lifetime', async () => {
    const { recall, asked } = buildCache()
    await recall('a', 'silence')
    await recall('a', 'yes')
    expect(asked).toEqual(['a', 'a'])
  })

  it('drops what was not used for longest when it is full', async () => {
    const { recall, asked } = buildCache({ most: 2 })
    await recall('a')
    await recall('b')
    await recall('a')
    await recall('c')
    await recall('a')
    expect(asked).toEqual(['a', 'b', 'c'])
    await recall('b')
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })

  it('shares a question that is being asked', async () => {
    const { recall, asked } = buildCache()
    const gate = Promise.withResolvers<string>()
    const all = Array.from({ length: 20 }, () => recall('a', gate.promise))
    gate.resolve('yes')
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => 'yes'))
    expect(asked).toEqual(['a'])
  })

  it('asks again after a question that failed, even at once', async () => {
    const { recall, asked } = buildCache()
    await expect(recall('a', Promise.reject(new Error('no')))).rejects.toThrow('no')
    const broken = createAnswerCache<string>({
      clock: { now: () => new Date(0) },
      most: 1,
      lifetimeMs: () => 1,
    })
    const failing = () => {
      throw new Error('at once')
    }
    await expect(broken('a', failing)).rejects.toThrow('at once')
    expect(await broken('a', async () => 'yes')).toBe('yes')
    expect(await recall('a')).toBe('yes')
    expect(asked).toEqual(['a', 'a'])
  })
})
