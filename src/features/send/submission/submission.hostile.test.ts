// Hostile or broken clients: nothing is accepted that was not sent, and other clients are answered meanwhile.
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { countStored } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { idIn, plainAuth, simpleEmail, submit, useSubmission } from './fixtures/submission-server.ts'

const test = useTestApp()
const submission = useSubmission(test)

const begin = ['MAIL FROM:<shop@shop.test>', 'RCPT TO:<ann@example.com>', 'DATA']

describe('SMTP smuggling', () => {
  const SMUGGLED = [
    'MAIL FROM:<admin@shop.test>',
    'RCPT TO:<victim@example.com>',
    'DATA',
    'From: admin@shop.test',
    'Subject: Smuggled',
    '',
    'Pay here.',
  ].join('\r\n')

  const REFUSED = [
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r.\r\n',
    '\r\n.\r',
    '\n.\r',
    '\r.\n',
    '\r\r\n.\r\r\n',
    '\n\n.\r\n',
    '\r\n.\r\r\n',
    '\r\u0000\n.\r\n',
  ]
  const WITH_NUL = ['\r\n\u0000.\r\n', '\r\n.\u0000\r\n', '\u0000']
  const sequences = [
    ...REFUSED.map((end) => ({ end, answer: /^554 5\.6\.0 .*SMTP smuggling/ })),
    ...WITH_NUL.map((end) => ({ end, answer: /^554 5\.6\.0 .*NUL/ })),
  ].map((one) => ({ ...one, shown: JSON.stringify(one.end) }))

  it.each(sequences)('by $shown makes no second email', async ({ end, answer }) => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    for (const words of begin) await talk.say(words)
    const email = `${simpleEmail('Harmless').join('\r\n')}${end}${SMUGGLED}\r\n.`
    expect(await talk.say(Buffer.from(email, 'latin1'))).toMatch(answer)
    expect((await call(own, ['GET', '/emails'])).json()).toMatchObject({ emails: [] })
    expect(await submit(talk, simpleEmail('The next one'))).toMatch(/^250/)
  })

  it('is distinguished from a correctly sent line of one dot', async () => {
    const talk = await submission.signedIn()
    for (const words of begin) await talk.say(words)
    const lines = [...simpleEmail('Dots'), '..', '..two dots', 'end']
    const id = idIn(await talk.say(`${lines.join('\r\n')}\r\n.`))
    const { text } = (await call(test, ['GET', `/emails/${id}/content`])).json<{ text: string }>()
    expect(text.split(/\r?\n/).slice(1, 4)).toEqual(['.', '.two dots', 'end'])
  })
})

describe('a NUL byte', () => {
  const lines = [
    'MAIL FROM:<shop\u0000@shop.test>',
    'MAIL FROM:<shop@shop.test>\u0000 SIZE=1',
    'RCPT TO:<ann\u0000@example.com>',
    'NOOP \u0000',
    '\u0000',
  ]
  it.each(lines.map((line) => [JSON.stringify(line), line]))(
    'in the command %s is refused',
    async (_shown, line) => {
      const talk = await submission.signedIn()
      if (line.startsWith('RCPT')) await talk.say('MAIL FROM:<shop@shop.test>')
      expect(await talk.say(line)).toMatch(/^500 5\.5\.2 .*NUL/)
      expect(await talk.say('RSET')).toMatch(/^250/)
      expect(await submit(talk, simpleEmail('The next one'))).toMatch(/^250/)
    },
  )

  it.each(['From', 'Subject', 'X-Anything'])('in the header %s is refused', async (name) => {
    const talk = await submission.signedIn()
    const email = simpleEmail('Odd').filter((line) => !line.startsWith(`${name}:`))
    const reply = await submit(talk, [`${name}: shop\u0000@shop.test`, ...email])
    expect(reply).toMatch(/^554 5\.6\.0 .*NUL/)
    expect(await submit(talk, simpleEmail('The next one'))).toMatch(/^250/)
  })
})

describe('an email that is not well formed', () => {
  const head = ['From: shop@shop.test', 'To: ann@example.com', 'Subject: Odd']
  const mixed = 'Content-Type: multipart/mixed; boundary=b'

  it.each<[string, string[]]>([
    ['nothing', ['']],
    ['no header', ['', 'Only a body']],
    ['no blank line', head],
    ['a boundary that never comes', [...head, mixed, '', 'text without any part']],
    ['a part that never ends', [...head, mixed, '', '--b', 'Content-Type: text/plain', '', 'text']],
    ['parts without a boundary', [...head, 'Content-Type: multipart/mixed', '', '--', 'text', '--']],
    ['an unknown character set', [...head, 'Content-Type: text/plain; charset=x-nothing', '', 'te\u00ffxt']],
    ['an unknown encoding', [...head, 'Content-Transfer-Encoding: rot13', '', 'grkg']],
    ['base64 that is none', [...head, 'Content-Transfer-Encoding: base64', '', '%%%%', '===', 'a']],
    [
      'header lines that are none',
      ['Nonsense', ': empty', ' folded', ...head, 'X-\u0001: \u0002', '', 'text'],
    ],
    ['a header of 100,000 characters', [...head, `X-Long: ${'x'.repeat(100_000)}`, '', 'text']],
    [
      '40 levels of parts',
      [
        ...head,
        ...Array.from({ length: 40 }, (_, level) => [
          `Content-Type: multipart/mixed; boundary=b${level}`,
          '',
          `--b${level}`,
        ]).flat(),
        '',
        'deep',
      ],
    ],
    [
      '3,000 parts',
      [...head, mixed, '', ...Array.from({ length: 3_000 }, () => ['--b', '', 'x']).flat(), '--b--'],
    ],
    [
      'a file with a name that lies',
      [
        ...head,
        mixed,
        '',
        '--b',
        'Content-Type: a/b/c; name="x\u202egnp.exe"',
        'Content-Disposition: attachment',
        '',
        'x',
        '--b--',
      ],
    ],
  ])('is parsed or refused: %s', async (_what, lines) => {
    const own = await inFreshProject(test)
    await call(own, ['PATCH', '/project'], { body: { defaultFrom: 'shop@shop.test' } })
    const talk = await submission.signedIn({ key: own.project.secretKey })
    for (const words of begin) await talk.say(words)
    const reply = await talk.say(Buffer.from(`${lines.join('\r\n')}\r\n.`, 'latin1'))
    expect(reply).toMatch(/^(?:250|554) /)
    const accepted = reply.startsWith('250') ? [idIn(reply)] : []
    expect(await countStored(own)).toMatchObject({ emails: accepted.length })
    const read = accepted.map((id) => call(own, ['GET', `/emails/${id}/content`]))
    expect((await Promise.all(read)).map(({ statusCode }) => statusCode)).toEqual(accepted.map(() => 200))
    expect(await talk.say('NOOP')).toMatch(/^250/)
  })
})

describe('a thousand idle connections', () => {
  const isGreeted = ({ greeting }: { greeting: string }) => greeting.startsWith('220')

  it('of one address block neither other clients nor that address', async () => {
    const { port } = await submission.start()
    const idle = await Promise.all(
      Array.from({ length: 1_000 }, () => submission.talk({ port, from: '127.0.0.9' })),
    )
    expect(idle.every(isGreeted)).toBe(true)
    for (const from of ['127.0.0.9', '127.0.0.10']) {
      const talk = await submission.signedIn({ port, from })
      expect(await submit(talk, simpleEmail('Through'))).toMatch(/^250/)
    }
    expect(await test.deps.metrics.render()).toMatch(
      /lettermill_submission_connections_ended_total\{reason="connections_of_network"\} 90\d/,
    )
  })

  it('of a thousand addresses block no other client', async () => {
    const { port } = await submission.start()
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        submission.talk({ port, from: `127.1.${index >> 8}.${index & 255 || 1}` }),
      ),
    )
    const talk = await submission.signedIn({ port, from: '127.0.0.10' })
    expect(await submit(talk, simpleEmail('Through'))).toMatch(/^250/)
  })

  it('are ended when they do not sign in', async () => {
    const { port } = await submission.start({ limits: { sessionMs: 300 } })
    const talk = await submission.talk({ port })
    expect(await talk.listen()).toMatch(/^421 4\.4\.2/)
  })
})

describe('a project with too many connections', () => {
  it('is refused until some are closed; other projects can connect meanwhile', async () => {
    const { port } = await submission.start({ limits: { connectionsPerProject: 2 } })
    const [first] = [await submission.signedIn({ port }), await submission.signedIn({ port })]
    await expect(submission.signedIn({ port })).rejects.toThrow(
      '421 4.7.0 Too many connections of this project',
    )
    await submission.signedIn({ port, key: test.other.secretKey })
    await first?.hangUp('QUIT\r\n')
    await eventually(async () => void (await submission.signedIn({ port })))
  })
})

describe('slow callers', () => {
  it('have a limited time for one email', async () => {
    const { port } = await submission.start({ limits: { commandMs: 400 } })
    const talk = await submission.signedIn({ port })
    for (const words of begin) await talk.say(words)
    const drops = setInterval(() => talk.shout('x\r\n'), 50)
    expect(await talk.listen()).toMatch(/^421 4\.4\.2/)
    clearInterval(drops)
  })

  it('that hang up in the middle of an email leave nothing behind', async () => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    for (const words of begin) await talk.say(words)
    await talk.hangUp(simpleEmail('Half').join('\r\n'))
    expect(await countStored(own)).toMatchObject({ emails: 0 })
  })
})

describe('wrong passwords', () => {
  const tryKey = async (port: number, key: string, from?: string) => {
    const talk = await submission.talk({ port, ...(from !== undefined && { from }) })
    await talk.say('EHLO mailer.test')
    const answers: string[] = []
    while (!/^(?:421|235|$)/.test(answers.at(-1) ?? 'x')) {
      answers.push((await talk.say(plainAuth(key))).slice(0, 9))
    }
    return answers
  }

  it('end a connection after three of them', async () => {
    expect(await tryKey(submission.port, 'sk_wrong')).toEqual(['535 5.7.8', '535 5.7.8', '421 4.7.0'])
  })

  it('are limited per network, and a right one still works from there', async () => {
    const config = { ...test.deps.config, AUTH_FAILURES_PER_MINUTE: 4 }
    const { port } = await submission.start({ deps: { config } })
    const answers: string[] = []
    for (let time = 0; time < 3; time += 1) answers.push(...(await tryKey(port, 'sk_wrong', '127.0.0.20')))
    expect(answers.at(-1)).toBe('421 4.7.0')
    expect(answers.length).toBeLessThanOrEqual(6)
    expect(await tryKey(port, test.project.secretKey, '127.0.0.20')).toEqual(['235 2.7.0'])
  })

  it('in total are limited only for the networks that sent them', async () => {
    const { port } = await submission.start({
      limits: { wrongPasswordsAtOnce: 5, wrongPasswordsPerSecond: 0.001 },
    })
    for (let time = 0; time < 3; time += 1) await tryKey(port, 'sk_wrong', `127.0.1.${time + 1}`)
    expect(await tryKey(port, 'sk_wrong', '127.0.1.1')).toEqual(['421 4.7.0'])
    expect(await tryKey(port, test.project.secretKey, '127.0.1.99')).toEqual(['235 2.7.0'])
  })
})

describe('large emails', () => {
  it('of one project are refused temporarily if they take too much memory, and leave room for others', async () => {
    const { port } = await submission.start({ limits: { heldBytesPerProject: 300_000 } })
    const large = [...simpleEmail('Large'), ...Array.from({ length: 4_000 }, () => 'x'.repeat(70))]
    const held = await submission.signedIn({ port })
    for (const words of begin) await held.say(words)
    held.shout(`${large.join('\r\n')}\r\n`)
    const second = await submission.signedIn({ port })
    await eventually(async () => {
      expect(await submit(second, large)).toMatch(/^452 4\.3\.1 Too many large emails/)
    })
    const other = await submission.signedIn({ port, key: test.other.secretKey })
    expect(await submit(other, large, { to: [newAddress()] })).toMatch(/^250/)
    expect(await held.say('.')).toMatch(/^250/)
    expect(await submit(second, large)).toMatch(/^250/)
  })
})

describe('a server that stops', () => {
  it('answers 421 to idle and new connections, and finishes the email in progress', async () => {
    const listener = await submission.start()
    const own = await inFreshProject(test)
    const [idle, busy] = [
      await submission.signedIn({ port: listener.port }),
      await submission.signedIn({ port: listener.port, key: own.project.secretKey }),
    ]
    for (const words of begin) await busy.say(words)
    busy.shout(`${simpleEmail('The last').join('\r\n')}\r\n`)
    const stopped = listener.stop()
    expect(await idle.listen()).toMatch(/^421 4\.3\.2 This server is shutting down/)
    expect(await busy.say('.')).toMatch(/^250/)
    expect(await busy.say('NOOP')).toMatch(/^421/)
    await stopped
    expect(await countStored(own)).toMatchObject({ emails: 1 })
  })
})
