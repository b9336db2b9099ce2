import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import { BoundedSmtpServer } from './bounded-smtp-server.ts'
import type { EndReason, SmtpBounds } from './bounded-smtp-server.ts'
import { connectRawSmtp } from '../../fixtures/raw-smtp-client.ts'
import type { RawSmtpClient } from '../../fixtures/raw-smtp-client.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

type ServerOptions = { bounds?: Partial<SmtpBounds>; options?: SMTPServerOptions }

async function startServer({ bounds = {}, options = {} }: ServerOptions = {}) {
  const ended: EndReason[] = []
  const server = new BoundedSmtpServer(
    { disabledCommands: ['AUTH'], disableReverseLookup: true, logger: false, closeTimeout: 100, ...options },
    {
      connections: 10,
      connectionsPerNetwork: 4,
      sessionMs: 60_000,
      take: () => true,
      onEnded: (reason) => void ended.push(reason),
      ...bounds,
    },
  )
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ends.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  const open = async (from?: string): Promise<RawSmtpClient> => {
    const talk = await connectRawSmtp({ port, ...(from !== undefined && { from }) })
    ends.push(talk.destroy)
    return talk
  }
  return { ended, open, server }
}

const isGreeted = ({ greeting }: RawSmtpClient) => greeting.startsWith('220')
const crowd = async (open: (from?: string) => Promise<RawSmtpClient>, size: number, from?: string) =>
  Promise.all(Array.from({ length: size }, () => open(from)))

describe('connections', () => {
  it('are bounded for one network, and others still get in', async () => {
    const { open, ended } = await startServer()
    const idle = await crowd(open, 40)
    expect(idle.filter(isGreeted)).toHaveLength(4)
    expect(idle.find((one) => !isGreeted(one))?.greeting).toMatch(
      /^421 4\.7\.0 Too many connections from your network/,
    )
    expect(ended).toEqual(Array.from({ length: 36 }, () => 'connections_of_network'))
    expect((await open('127.0.0.2')).greeting).toMatch(/^220/)
  })

  it('are bounded for all together', async () => {
    const { open } = await startServer()
    for (const network of ['127.0.0.2', '127.0.0.3']) await crowd(open, 4, network)
    await crowd(open, 2, '127.0.0.4')
    expect((await open('127.0.0.5')).greeting).toMatch(/^421 4\.3\.2/)
  })

  it('that were rejected are closed at once, whatever the client does', async () => {
    const { open } = await startServer({ bounds: { connectionsPerNetwork: 0 } })
    const talk = await open()
    await talk.closed
    expect(talk.greeting).toMatch(/^421/)
  })

  it.each(['plainly', 'encrypted', 'in the middle of a handshake', 'by the server'])(
    'that ended make room again: %s',
    async (how) => {
      const { open } = await startServer({ bounds: { connectionsPerNetwork: 1 } })
      for (let time = 0; time < 3; time += 1) {
        const talk = await eventually(async () => {
          const one = await open()
          expect(one.greeting).toMatch(/^220/)
          return one
        })
        if (how === 'by the server') await talk.say('QUIT')
        else if (how !== 'plainly') {
          await talk.say('EHLO mx.example.net')
          await talk.say('STARTTLS')
          if (how === 'encrypted') await talk.encrypt()
        }
        talk.destroy()
        await talk.closed
      }
    },
  )
})

describe('a session', () => {
  it('ends in time, although its client is never idle', async () => {
    const { open, ended } = await startServer({ bounds: { sessionMs: 700 } })
    const talk = await open()
    const answers: string[] = []
    while (!answers.at(-1)?.startsWith('421')) {
      answers.push(await talk.say('NOOP'))
      expect(answers.at(-1)).not.toBe('')
    }
    await talk.closed
    expect(answers[0]).toMatch(/^250/)
    expect(ended).toEqual(['session_time'])
  })

  it('ends in time, although its client sends an email byte by byte', async () => {
    const { open } = await startServer({ bounds: { sessionMs: 700 } })
    const talk = await open()
    for (const line of ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@example.com>', 'DATA']) await talk.say(line)
    const drops = setInterval(() => talk.shout('x\r\n'), 50)
    ends.push(() => clearInterval(drops))
    expect(await talk.listen()).toMatch(/^421/)
    await talk.closed
  })

  it('does not end while its client waits for the reply to an email', async () => {
    const arrived = Promise.withResolvers<() => void>()
    const options: SMTPServerOptions = {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => arrived.resolve(done))
      },
    }
    const { open, ended } = await startServer({ bounds: { sessionMs: 1_500 }, options })
    const talk = await open()
    for (const line of ['EHLO x', 'MAIL FROM:<>', 'RCPT TO:<a@example.com>', 'DATA']) await talk.say(line)
    const answer = talk.say('x\r\n.')
    const accept = await arrived.promise
    // It came later, and its time is over.
    await (
      await open()
    ).closed
    expect(ended).toEqual(['session_time'])
    accept()
    expect(await answer).toMatch(/^250/)
    await talk.closed
    expect(ended).toEqual(['session_time', 'session_time'])
  })
})

describe('work', () => {
  /** The budget of each network, in milliseconds. */
  function budgetOf(most: number) {
    const used = new Map<string, number>()
    return (network: string, cost: number) => {
      const before = used.get(network) ?? 0
      used.set(network, before + cost)
      return before < most
    }
  }

  it('is bounded in a session that only chats', async () => {
    const { open, ended } = await startServer({ bounds: { take: budgetOf(10) } })
    const talk = await open()
    await talk.say('EHLO x')
    talk.shout('NOOP\r\n'.repeat(100_000))
    await talk.closed
    expect(ended).toEqual(['work_of_network'])
    expect((await open('127.0.0.2')).greeting).toMatch(/^220/)
  })

  it('is bounded in many sessions that do nothing', async () => {
    const { open } = await startServer({ bounds: { take: budgetOf(10) } })
    const greetings: string[] = []
    for (let time = 0; time < 4; time += 1) {
      const talk = await open()
      greetings.push(talk.greeting.slice(0, 9))
      talk.destroy()
    }
    expect(greetings.slice(-2)).toEqual(['421 4.7.0', '421 4.7.0'])
    expect((await open('127.0.0.2')).greeting).toMatch(/^220/)
  })
})

describe('a server where clients sign in', () => {
  const signIn = { isTrusted: () => false, commandMs: 60_000, idleMs: 60_000, take: () => true }
  const options: SMTPServerOptions = {
    disabledCommands: [],
    authMethods: ['PLAIN'],
    onAuth: (_auth, _session, done) => done(null, { user: 'ann' }),
  }
  const AUTH = `AUTH PLAIN ${Buffer.from('\0ann\0secret').toString('base64')}`
  const trusting = { ...signIn, isTrusted: () => true }

  async function signedIn(talk: RawSmtpClient): Promise<RawSmtpClient> {
    await talk.say('EHLO mailer.test')
    expect(await talk.say(AUTH)).toMatch(/^235/)
    return talk
  }

  it('neither offers nor takes a password before the connection is encrypted', async () => {
    const { open } = await startServer({ options, bounds: { signIn } })
    const talk = await open()
    expect(await talk.say('EHLO mailer.test')).not.toContain('AUTH')
    expect(await talk.say(AUTH)).toMatch(/^538 5\.7\.11 Encrypt the connection first/)
    expect(await talk.say('MAIL FROM:<a@example.com>')).toMatch(/^530/)
    expect(await talk.say('STARTTLS')).toMatch(/^220/)
    await talk.encrypt()
    expect(await talk.say('EHLO mailer.test')).toContain('AUTH PLAIN')
    expect(await talk.say(AUTH)).toMatch(/^235/)
  })

  it('takes a password from a trusted network without encryption', async () => {
    const { open } = await startServer({ options, bounds: { signIn: trusting } })
    const talk = await open()
    expect(await talk.say('EHLO mailer.test')).toContain('AUTH PLAIN')
    expect(await talk.say(AUTH)).toMatch(/^235/)
  })

  it('replaces the client that has been connected longest without signing in by a new one', async () => {
    const { open, ended } = await startServer({ options, bounds: { signIn: trusting } })
    const known = await signedIn(await open())
    const idle = await crowd(open, 3)
    const newcomers = [await open(), await open()]
    expect(newcomers.every(isGreeted)).toBe(true)
    expect(await idle[0]?.listen()).toMatch(/^421 4\.7\.0/)
    expect(await known.say('NOOP')).toMatch(/^250/)
    expect(ended).toEqual(['connections_of_network', 'connections_of_network'])
  })

  it('rejects new clients when all others have signed in', async () => {
    const { open } = await startServer({ options, bounds: { signIn: trusting } })
    for (let count = 0; count < 4; count += 1) await signedIn(await open())
    expect((await open()).greeting).toMatch(/^421 4\.7\.0/)
  })

  it('lets a signed-in client stay, as long as each command ends', async () => {
    const bounds = { sessionMs: 400, signIn: { ...trusting, commandMs: 600 } }
    const { open } = await startServer({ options, bounds })
    const talk = await signedIn(await open())
    // It came later, has not signed in, and its time is over.
    let isOver = false
    void (await open()).closed.then(() => (isOver = true))
    while (!isOver) expect(await talk.say('NOOP')).toMatch(/^250/)
    expect(await talk.say('NOOP')).toMatch(/^250/)
    expect(await talk.listen()).toMatch(/^421 4\.4\.2/)
  })

  it('lets the commands of a user wait who has used up its share, and answers them all', async () => {
    let left = 3
    const take = () => (left -= 1) > 0
    const { open } = await startServer({ options, bounds: { signIn: { ...trusting, take } } })
    const talk = await signedIn(await open())
    talk.shout('NOOP\r\n'.repeat(5))
    const refill = setInterval(() => (left = 2), 30)
    ends.push(() => clearInterval(refill))
    for (let count = 0; count < 5; count += 1) expect(await talk.listen()).toMatch(/^250/)
  })

  it('tells idle clients at once that it stops, and lets the others finish', async () => {
    const { open, server } = await startServer({
      options: { ...options, closeTimeout: 5_000 },
      bounds: { signIn: trusting },
    })
    const [idle, busy] = [await signedIn(await open()), await signedIn(await open())]
    for (const line of ['MAIL FROM:<a@b.test>', 'RCPT TO:<a@example.com>', 'DATA']) await busy.say(line)
    server.close()
    expect(await idle.listen()).toMatch(/^421 4\.3\.2 This server is shutting down/)
    expect(await busy.say('x\r\n.')).toMatch(/^250/)
    expect(await busy.say('NOOP')).toMatch(/^421/)
  })
})
