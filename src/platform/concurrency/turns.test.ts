import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when the test says so, with a list of started work. */
function watch(atOnce: number) {
  const inTurn = createTurns(atOnce)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const come = (caller: string, name: string) =>
    inTurn(caller, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { inTurn, begun, come, end }
}

it('runs as many at a time as allowed, and returns the result of each', async () => {
  const { begun, come, end } = watch(2)
  const all = ['a', 'b', 'c'].map((name) => come('x', name))
  await turn()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})

it('gives callers their turn, whoever came with the larger crowd', async () => {
  const { begun, come, end } = watch(1)
  const all = [come('x', 'x1'), come('x', 'x2'), come('x', 'x3'), come('y', 'y1')]
  await turn()
  for (const name of ['x1', 'x2', 'y1', 'x3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['x1', 'x2', 'y1', 'x3'])
})

it('goes on behind work that fails', async () => {
  const inTurn = createTurns(1)
  const failing = inTurn('x', () => Promise.reject(new Error('no')))
  const next = inTurn('x', () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
