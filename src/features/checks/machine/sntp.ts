// Asks a time server once (SNTP, RFC 4330).
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

export type SntpAnswer =
  | { status: 'unanswered'; reason: string }
  | { status: 'answered'; aheadMs: number; uncertainMs: number }

const LIMIT_MS = 5_000
const PACKET_BYTES = 48

/** Version 4, from a client. */
const REQUEST = 0x23

/** From 1900 to 1970. */
const EPOCH_SECONDS = 2_208_988_800

type SntpQuestion = { address: string; port: number; now: () => Date }

export async function askTime({ address, port, now }: SntpQuestion): Promise<SntpAnswer> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const { promise, resolve } = Promise.withResolvers<SntpAnswer>()
  const timer = setTimeout(() => resolve({ status: 'unanswered', reason: 'no answer in time' }), LIMIT_MS)
  const request = Buffer.alloc(PACKET_BYTES)
  request[0] = REQUEST
  // The server repeats it: an answer without it is not one to this question.
  const cookie = randomBytes(8)
  cookie.copy(request, 40)
  const askedAt = now().getTime()
  socket.on('error', (error) => resolve({ status: 'unanswered', reason: error.message }))
  socket.on('message', (reply) => {
    if (reply.length < PACKET_BYTES || !reply.subarray(24, 32).equals(cookie)) return
    resolve(readReply(reply, { askedAt, answeredAt: now().getTime() }))
  })
  socket.send(request, port, address)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.close()
  }
}

function readReply(
  reply: Buffer,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): SntpAnswer {
  const isServer = ((reply[0] ?? 0) & 7) === 4
  const stratum = reply[1] ?? 0
  const isAlarmed = (reply[0] ?? 0) >> 6 === 3
  if (!isServer || stratum === 0 || stratum > 15 || isAlarmed) {
    return { status: 'unanswered', reason: 'the server has no time to give' }
  }
  const receivedMs = timeAt(reply, 32)
  const sentMs = timeAt(reply, 40)
  const aheadMs = (askedAt - receivedMs + answeredAt - sentMs) / 2
  const uncertainMs = Math.max(0, (answeredAt - askedAt - (sentMs - receivedMs)) / 2)
  return { status: 'answered', aheadMs, uncertainMs }
}

/** Seconds since 1900, and parts of 2^32. From 2036 on they begin again at 0. */
function timeAt(packet: Buffer, offset: number): number {
  const seconds = packet.readUInt32BE(offset)
  const era = seconds < EPOCH_SECONDS ? 2 ** 32 : 0
  return (seconds + era - EPOCH_SECONDS) * 1_000 + (packet.readUInt32BE(offset + 4) / 2 ** 32) * 1_000
}
