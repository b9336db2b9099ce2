import { expect, it } from 'vitest'
import { createAlarm } from './alarm.ts'

// So long that only a ring can end the wait.
const FOR_EVER_MS = 600_000

it('ends the wait of who waits', async () => {
  const alarm = createAlarm()
  const waiting = alarm.wait(FOR_EVER_MS)
  alarm.ring()
  await expect(waiting).resolves.toBeUndefined()
})

it('ends one later wait', async () => {
  const alarm = createAlarm()
  alarm.ring()
  alarm.ring()
  await alarm.wait(FOR_EVER_MS)
  const order: string[] = []
  const second = alarm.wait(FOR_EVER_MS).then(() => order.push('woken'))
  await Promise.resolve()
  order.push('rings')
  alarm.ring()
  await second
  expect(order).toEqual(['rings', 'woken'])
})

it('lets go by itself when the time is up', async () => {
  await expect(createAlarm().wait(1)).resolves.toBeUndefined()
})
