// Many callers that send one email each after the other. Every other call carries an Idempotency-Key and is repeated
// until it is answered. The others do without, so that they share commits: a call without an answer is sent again to
// another address, since its outcome is unknown.
import { setTimeout as sleep } from 'node:timers/promises'
import { refuseForGood } from './caller.ts'
import { acceptedId, orderEmail } from './sender.ts'
import type { Sender } from './sender.ts'
import type { Stage } from './stage.ts'

export type AcknowledgedEmail = { emailId: string; address: string }

export type Load = {
  readonly acknowledged: readonly AcknowledgedEmail[]
  /** Resolves when all of it is acknowledged. */
  readonly done: Promise<void>
}

const EVERY_NTH_WITHOUT_KEY = 2
const PAUSE_MS = 50

type EmailMaker = (sender: Sender, recipient: { to: string; number: number }) => object

type LoadOptions = {
  sender: Sender
  /** Infinity: until `isOver` says so. */
  emails: number
  isOver?: () => boolean
  callers: number
  domain?: string
  toEmail?: EmailMaker
}

export function startLoad(stage: Stage, options: LoadOptions): Load {
  const {
    sender,
    emails,
    isOver = () => false,
    callers,
    domain = 'receiver.test',
    toEmail = orderEmail,
  } = options
  const acknowledged: AcknowledgedEmail[] = []
  const run = crypto.randomUUID()
  let next = 0

  const sendKeyed = async (number: number): Promise<AcknowledgedEmail> => {
    const address = `customer${number}@${domain}`
    const email = toEmail(sender, { to: address, number })
    return {
      emailId: acceptedId(await stage.caller.postUntilAnswered('/v1/send', email, `${run}-${number}`)),
      address,
    }
  }
  const sendUnkeyed = async (number: number): Promise<AcknowledgedEmail> => {
    for (let attempt = 1; ; attempt += 1) {
      const address = `customer${number}-${attempt}@${domain}`
      const email = toEmail(sender, { to: address, number })
      const reply = await stage.caller.post('/v1/send', email).catch(() => undefined)
      if (reply?.status === 200) return { emailId: acceptedId(reply.body), address }
      if (reply) refuseForGood('/v1/send', reply)
      await sleep(PAUSE_MS)
    }
  }
  const caller = async () => {
    while (next < emails && !isOver()) {
      const number = next++
      const isKeyed = number % EVERY_NTH_WITHOUT_KEY !== 0
      acknowledged.push(await (isKeyed ? sendKeyed(number) : sendUnkeyed(number)))
    }
  }
  const done = Promise.all(Array.from({ length: callers }, caller)).then(() => undefined)
  return { acknowledged, done }
}
