import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { judgeClock } from './clock.ts'
import { askTime } from './sntp.ts'

const source = 'that of time.example'

describe('the check of the clock', () => {
  const judge = (aheadMs: number, uncertainMs = 10) =>
    judgeClock({ status: 'compared', source, aheadMs, uncertainMs })

  it.each([
    [20, 'good', 'The clock is in step with that of time.example.'],
    [4_000, 'good', 'The clock is 4.0 s ahead of that of time.example.'],
    [-6_000, 'warning', 'The clock is 6.0 s behind that of time.example.'],
  ])('judges %s ms', (aheadMs, state, found) => {
    expect(judge(aheadMs)).toMatchObject({ state, found })
  })

  it('fails when it is off by more than half a minute', () => {
    for (const aheadMs of [31_000, -31_000]) {
      expect(judge(aheadMs)).toMatchObject({
        state: 'failed',
        remedy: { command: expect.stringContaining('timedatectl') as string },
      })
    }
  })

  it('does not blame the clock for a slow answer', () => {
    expect(judge(31_000, 30_000).state).toBe('good')
  })

  it('is unknown without an answer, and does not apply with nothing to compare', () => {
    expect(judgeClock({ status: 'unanswered', source, reason: 'no answer in time' })).toMatchObject({
      state: 'unknown',
      found: 'It could not be checked: that of time.example: no answer in time.',
    })
    expect(judgeClock({ status: 'none' })).toMatchObject({
      state: 'not-applicable',
      remedy: { command: 'timedatectl status' },
    })
  })
})

const SECONDS_TO_1970 = 2_208_988_800
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** A time server whose answers can be changed. */
async function startServer(
  change: (reply: Buffer) => Buffer = (reply) => reply,
  forge?: (reply: Buffer) => Buffer,
) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  closers.push(() => socket.close())
  socket.on('message', (request, peer) => {
    const reply = Buffer.alloc(48)
    reply[0] = 0x24
    reply[1] = 2
    request.copy(reply, 24, 40, 48)
    const seconds = (Date.now() / 1_000 + SECONDS_TO_1970) % 2 ** 32
    for (const offset of [32, 40]) {
      reply.writeUInt32BE(Math.floor(seconds), offset)
      reply.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), offset + 4)
    }
    if (forge) socket.send(forge(reply), peer.port, peer.address)
    socket.send(change(reply), peer.port, peer.address)
  })
  return socket.address().port
}

const ask = (port: number, offsetMs = 0) =>
  askTime({ address: '127.0.0.1', port, now: () => new Date(Date.now() + offsetMs) })

describe('a question to a time server', () => {
  it('finds how far the clock is ahead, up to its uncertainty', async () => {
    const port = await startServer()
    for (const offsetMs of [0, 90_000, -90_000]) {
      const answer = await ask(port, offsetMs)
      if (answer.status !== 'answered') throw new Error(answer.reason)
      // A millisecond for the rounding of the clocks.
      expect(Math.abs(answer.aheadMs - offsetMs)).toBeLessThanOrEqual(answer.uncertainMs + 1)
    }
  })

  it.each([
    ['has no time itself', (reply: Buffer) => reply.fill(0, 1, 2)],
    ['is not synchronized', (reply: Buffer) => reply.fill(0xe4, 0, 1)],
    ['is no server', (reply: Buffer) => reply.fill(0x23, 0, 1)],
  ])('gets no answer from one that %s', async (_, change) => {
    expect(await ask(await startServer(change))).toEqual({
      status: 'unanswered',
      reason: 'the server has no time to give',
    })
  })

  it('ignores answers to other questions', async () => {
    // Ten hours off, and sent first.
    const port = await startServer(
      (reply) => reply,
      (reply) => {
        const forged = Buffer.from(reply).fill(7, 24, 32)
        forged.writeUInt32BE(forged.readUInt32BE(32) - 36_000, 32)
        return forged
      },
    )
    const answer = await ask(port)
    expect(answer.status === 'answered' && Math.abs(answer.aheadMs) < 3_600_000).toBe(true)
  })
})
