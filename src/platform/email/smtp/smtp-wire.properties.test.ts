import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { composeMessage } from '../mime/compose.ts'
import { dotStuffed } from './dot-stuffing.ts'
import { buildMessage, envelope, hostileMessage } from '../fixtures/messages.ts'
import { openConnection, ours, sendOne, serverAt } from '../fixtures/smtp-client.ts'

const sink = useSmtpSink()

/** The end of an email, for a server that takes anything for a line end. */
const ANY_END = /(?:^|[\r\n])\.[\r\n]/

const SMUGGLED = [
  '\n.\n',
  '\r.\r',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\n\0.\r\n',
  '\r\n.\r\n',
  '\n\n.\n\n',
  '.\r\n',
]
const second =
  'MAIL FROM:<admin@example.org>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSubject: evil\r\n\r\nevil\r\n.\r\n'

describe('an email that holds the end of an email', () => {
  it.each(SMUGGLED)('ends where it ends, and no second one begins: %j', async (end) => {
    const evil = Buffer.from(`hello${end}${second}`)
    const bytes = composeMessage(
      buildMessage({ text: evil, html: evil, subject: `x${end}`, headers: [['X-A', end]] }),
    )
    expect(await sendOne({ server: serverAt(sink.port), bytes })).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(1)
    expect(sink.emails[0]?.bytes.equals(bytes)).toBe(true)
    expect(sink.wire.toString('latin1')).not.toMatch(ANY_END)
    expect(sink.commands.filter((one) => one.includes('victim'))).toEqual([])
  })

  it.each(SMUGGLED)('and was not written by us ends there, too: %j', async (end) => {
    const bytes = Buffer.from(`Subject: x\r\n\r\nhello${end}${second}`)
    expect(await sendOne({ server: serverAt(sink.port), bytes })).toMatchObject({ kind: 'accepted' })
    expect(sink.emails).toHaveLength(1)
    expect(sink.wire.toString('latin1')).not.toMatch(ANY_END)
  })
})

describe('dots at the start of lines', () => {
  it('arrive as they were, whatever the email is', async () => {
    const connection = await openConnection(serverAt(sink.port))
    await fc.assert(
      fc.asyncProperty(hostileMessage, async (message) => {
        const bytes = composeMessage(message)
        expect(await connection.send(envelope, bytes, ours)).toMatchObject({ kind: 'accepted' })
        expect(sink.emails.at(-1)?.bytes.equals(bytes)).toBe(true)
      }),
      propertyRuns(150),
    )
    void connection.close()
    expect(sink.connections).toBe(1)
  })

  it.each([
    ['', ''],
    ['a', 'a\r\n'],
    ['a\r\n', 'a\r\n'],
    ['.', '..\r\n'],
    ['.\r\n.\r\n', '..\r\n..\r\n'],
    ['a\r\n.b\r\n..c\r\n', 'a\r\n..b\r\n...c\r\n'],
    ['a.\r\nb', 'a.\r\nb\r\n'],
    ['a\n.b\r.c', 'a\n..b\r..c\r\n'],
    ['a\r', 'a\r\r\n'],
    ['a\n', 'a\n\r\n'],
  ])('%j travels as %j', (bytes, wire) => {
    expect(dotStuffed(Buffer.from(bytes)).toString()).toBe(wire)
  })

  it('never end an email early, in any reading of any bytes', () => {
    const piece = fc.constantFrom('.', '..', '\r', '\n', '\r\n', '\0', 'a', '\x85', '\xff')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const wire = `\n${dotStuffed(Buffer.from(pieces.join(''), 'latin1')).toString('latin1')}.\r\n`
        const first = /[\r\n]\.[\r\n]/.exec(wire)?.index
        expect(first).toBe(wire.length - 4)
      }),
      propertyRuns(2000),
    )
  })
})
