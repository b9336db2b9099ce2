import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedMemoryGate, LARGE_BYTES } from './shared-memory-gate.ts'

function build() {
  const asked: { id: number; bytes: number }[] = []
  const left: number[] = []
  const gate = createSharedMemoryGate({
    ownBytes: 1_000,
    enter: (id, bytes) => void asked.push({ id, bytes }),
    left: (id) => void left.push(id),
  })
  return { gate, asked, left }
}

it('admits ordinary emails by itself, up to its share', async () => {
  const { gate, asked } = build()
  const release = await gate.enter(800)
  let isIn = false
  void gate.enter(800).then(() => (isIn = true))
  await turn()
  expect(isIn).toBe(false)
  release?.()
  await turn()
  expect(isIn).toBe(true)
  expect(asked).toEqual([])
})

it('asks for large ones, and reports their release once', async () => {
  const { gate, asked, left } = build()
  const entering = gate.enter(LARGE_BYTES)
  expect(asked).toEqual([{ id: 1, bytes: LARGE_BYTES }])
  gate.admit(1)
  const release = await entering
  expect(left).toEqual([])
  release?.()
  release?.()
  expect(left).toEqual([1])
})

it('rejects all when it is closed, and releases later admissions', async () => {
  const { gate, left } = build()
  const entering = gate.enter(LARGE_BYTES)
  gate.close()
  expect(await entering).toBeUndefined()
  gate.admit(1)
  expect(left).toEqual([1])
  expect(await gate.enter(LARGE_BYTES)).toBeUndefined()
  expect(await gate.enter(1)).toBeUndefined()
})
