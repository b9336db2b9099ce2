import { describe, expect, it } from 'vitest'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { SinkAction } from '../../../../test/support/servers/smtp-sink.ts'
import { envelope } from '../fixtures/messages.ts'
import { email, openConnection, ours, sendOne, serverAt } from '../fixtures/smtp-client.ts'

const sink = useSmtpSink()
const send = () => sendOne({ server: serverAt(sink.port) })

describe('a reply', () => {
  it.each<[string, SinkAction, object]>([
    ['of one line', '250 2.0.0 queued as 1', { code: 250, enhancedCode: '2.0.0', text: 'queued as 1' }],
    [
      'of several lines',
      '250-2.0.0 one\r\n250-2.0.0 two\r\n250 2.0.0 three',
      { enhancedCode: '2.0.0', text: 'one\ntwo\nthree' },
    ],
    ['without an enhanced code', '250 queued', { enhancedCode: null, text: 'queued' }],
    ['without a text', '250', { code: 250, text: '' }],
    ['whose last line has none', '250-queued\r\n250', { code: 250, text: 'queued\n' }],
    ['with a dash after its enhanced code', '250 2.0.0 - queued', { enhancedCode: '2.0.0', text: 'queued' }],
    ['with an address that looks like an enhanced code', '250 2.0.0.1 queued', { code: 250 }],
    ['that begins with a version', '250 2.15 queued', { enhancedCode: null, text: '2.15 queued' }],
    [
      'that ends its lines with LF alone',
      { pieces: ['250-2.0.0 one\n250 2.0.0 two\n'] },
      { text: 'one\ntwo' },
    ],
    ['in UTF-8', { pieces: [Buffer.from('250 готово\r\n').toString('latin1')] }, { text: 'готово' }],
    ['in no encoding at all', { pieces: ['250 \xff\xfe ok\r\n'] }, { text: '\ufffd\ufffd ok' }],
    ['with control characters', { pieces: ['250 a\0b\x1b[31mc\r\n'] }, { text: 'a b [31mc' }],
    ['byte by byte', { pieces: '250-2.0.0 a\r\n250 2.0.0 b\r\n'.split('') }, { code: 250, text: 'a\nb' }],
    ['of 600 characters a line', `250 ${'x'.repeat(600)}`, { text: 'x'.repeat(600) }],
    ['of 5,000 characters, cut to what is kept', `250 ${'x'.repeat(5000)}`, { text: 'x'.repeat(2000) }],
  ])('%s is understood', async (_name, dot, reply) => {
    sink.script = { dot }
    expect(await send()).toMatchObject({ kind: 'accepted', reply })
  })

  it('is read by its last line where the codes differ', async () => {
    sink.script = { rcpt: '250-2.1.5 fine\r\n550 5.1.1 but no' }
    expect(await send()).toMatchObject({ kind: 'rejected', reply: { code: 550 } })
  })

  it('glued to the others is still one of three', async () => {
    const nothing = { pieces: [] }
    sink.script = { mail: nothing, rcpt: nothing, data: { pieces: ['250 a\r\n250 b\r\n354 c\r\n'] } }
    expect(await send()).toMatchObject({ kind: 'accepted' })
    sink.script = { mail: nothing, rcpt: nothing, data: { pieces: ['250 a\r\n550 b\r\n503 c\r\n'] } }
    expect(await send()).toMatchObject({ kind: 'rejected', stage: 'rcpt', reply: { text: 'b' } })
  })
})

describe('what is no reply', () => {
  it.each<[string, SinkAction]>([
    ['a web page', 'HTTP/1.1 400 Bad Request'],
    ['a code that is none', '999 hello'],
    ['a number that only JavaScript reads', '3e2 hello'],
    ['a code with a tail', '2500 hello'],
    ['an empty line', ''],
    ['a line without end', { pieces: ['2'.repeat(6000), 'x'.repeat(6000)] }],
    ['a long line in one packet', `220 ${'x'.repeat(6000)}`],
    ['a reply without end', { pieces: ['220-hello\r\n'.repeat(300)] }],
    ['a line of something else in between', '220-hello\r\nhello\r\n220 hello'],
    ['a second greeting', '220 hello\r\n220 hello'],
    ['a flood of replies', { pieces: ['220 hello\r\n'.repeat(50)] }],
  ])('%s is a lost line', async (_name, greeting) => {
    sink.script = { greeting }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'connect', reply: null })
    expect(sink.emails).toEqual([])
  })
})

describe('an unsolicited reply', () => {
  it('does not count as the reply to the next email', async () => {
    // Were it, the last answer of the second email would be the first one of the next, and a lost email would count as taken.
    sink.script = { dot: { pieces: ['250 2.0.0 queued\r\n250 2.0.0 queued again\r\n'] } }
    const connection = await openConnection(serverAt(sink.port))
    expect(await connection.send(envelope, email, ours)).toMatchObject({
      kind: 'accepted',
      reply: { text: 'queued' },
    })
    expect(connection.isUsable).toBe(false)
    expect(await connection.send(envelope, email, ours)).toMatchObject({
      kind: 'deferred',
      stage: 'mail',
      reply: null,
      reason: 'the server sent an unexpected reply: 250 queued again',
    })
    expect(sink.emails).toHaveLength(1)
  })

  it('before any email is a reason not to send one', async () => {
    sink.script = { ehlo: '250-sink.test\r\n250 PIPELINING\r\n550 5.7.1 on second thoughts, no' }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'mail', reply: null })
    expect(sink.emails).toEqual([])
  })
})
