import { describe, expect, it } from 'vitest'
import { allocateRoomy, appended, prepended, roomyMessage, START } from './roomy-buffer.ts'

const DOT = Buffer.from('.\r\n')

function build(text: string): Buffer {
  const whole = allocateRoomy(text.length)
  return roomyMessage(whole, START + whole.write(text, START))
}

describe('a message with room around it', () => {
  it('gets a signature in front and a dot behind without being copied', () => {
    const message = build('Subject: x\r\n\r\ny\r\n')
    const signed = prepended(message, Buffer.from('DKIM-Signature: z\r\n'))
    const sent = appended(signed, DOT)
    expect(sent.toString()).toBe('DKIM-Signature: z\r\nSubject: x\r\n\r\ny\r\n.\r\n')
    expect(signed.toString()).toBe('DKIM-Signature: z\r\nSubject: x\r\n\r\ny\r\n')
    expect([signed.buffer, sent.buffer]).toEqual([message.buffer, message.buffer])
  })

  it('can be sent a second time, with the same bytes', () => {
    const message = build('x\r\n')
    expect(appended(message, DOT).equals(appended(message, DOT))).toBe(true)
  })

  it('is copied where there is no room, or where it is used up', () => {
    const message = build('x')
    const long = Buffer.alloc(5_000, 'h')
    expect(prepended(message, long).equals(Buffer.concat([long, Buffer.from('x')]))).toBe(true)
    const first = prepended(message, Buffer.from('a'))
    const second = prepended(message, Buffer.from('b'))
    expect([first.toString(), second.toString()]).toEqual(['ax', 'bx'])
    expect(appended(Buffer.from('y'), DOT).toString()).toBe('y.\r\n')
  })
})
