import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

/** Names in the order of admission, with their release functions. */
function watch(room: number) {
  const gate = createGate(room)
  const inside = new Map<string, () => void>()
  const refused: string[] = []
  const come = (name: string, weight: number) =>
    void gate.enter(weight).then((leave) => (leave ? inside.set(name, leave) : refused.push(name)))
  const leave = async (name: string) => {
    inside.get(name)?.()
    inside.delete(name)
    await turn()
  }
  return { gate, inside, refused, come, leave }
}

it('lets in what there is room for, and the others in their order', async () => {
  const { inside, come, leave } = watch(3)
  come('a', 2)
  come('b', 2)
  come('c', 1)
  await turn()
  expect([...inside.keys()]).toEqual(['a'])
  await leave('a')
  expect([...inside.keys()]).toEqual(['b', 'c'])
})

it('lets in alone what is larger than all the room', async () => {
  const { inside, come, leave } = watch(3)
  come('small', 1)
  come('huge', 100)
  come('next', 1)
  await turn()
  expect([...inside.keys()]).toEqual(['small'])
  await leave('small')
  expect([...inside.keys()]).toEqual(['huge'])
  await leave('huge')
  expect([...inside.keys()]).toEqual(['next'])
})

it('counts a way out once, however often it is taken', async () => {
  const { gate, inside, come } = watch(1)
  const leave = await gate.enter(1)
  leave?.()
  leave?.()
  come('a', 1)
  come('b', 1)
  await turn()
  expect([...inside.keys()]).toEqual(['a'])
})

it('sends away who waits when it is closed, and who comes later', async () => {
  const { gate, inside, refused, come } = watch(1)
  come('a', 1)
  come('b', 1)
  await turn()
  gate.close()
  come('c', 1)
  await turn()
  expect([...inside.keys()]).toEqual(['a'])
  expect(refused).toEqual(['b', 'c'])
})

it('lets in more when it becomes larger, and nobody until enough have left when it becomes smaller', async () => {
  const { gate, inside, come, leave } = watch(2)
  for (const name of ['a', 'b', 'c', 'd']) come(name, 1)
  await turn()
  gate.resize(3)
  await turn()
  expect([...inside.keys()]).toEqual(['a', 'b', 'c'])
  gate.resize(1)
  await leave('a')
  await leave('b')
  expect([...inside.keys()]).toEqual(['c'])
  await leave('c')
  expect([...inside.keys()]).toEqual(['d'])
})

it('lets in nobody while there is no room at all', async () => {
  const { gate, inside, come } = watch(1)
  gate.resize(0)
  come('a', 1)
  await turn()
  expect(inside.size).toBe(0)
  gate.resize(1)
  await turn()
  expect([...inside.keys()]).toEqual(['a'])
})
