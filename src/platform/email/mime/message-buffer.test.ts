import { describe, expect, it } from 'vitest'
import {
  allocateMessageBuffer,
  appended,
  prepended,
  recycle,
  messageIn,
  MESSAGE_START,
} from './message-buffer.ts'

const DOT = Buffer.from('.\r\n')

function build(text: string): Buffer {
  const whole = allocateMessageBuffer(text.length)
  return messageIn(whole, MESSAGE_START + whole.write(text, MESSAGE_START))
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

  it('leaves its Buffer to the next message of about its size, once', () => {
    const message = prepended(build('x\r\n'), Buffer.from('DKIM-Signature: z\r\n'))
    recycle(message)
    recycle(message)
    const [next, other] = [build('y\r\n'), build('z\r\n')]
    expect(next.buffer).toBe(message.buffer)
    expect(other.buffer).not.toBe(message.buffer)
    expect([next.toString(), other.toString()]).toEqual(['y\r\n', 'z\r\n'])
    // Its Buffer was recycled, so appending copies.
    expect(appended(message, DOT).buffer).not.toBe(message.buffer)
  })

  it('is not kept where it is large, or not one of ours', () => {
    const large = build('x'.repeat(100_000))
    recycle(large)
    expect(build('x'.repeat(100_000)).buffer).not.toBe(large.buffer)
    const foreign = Buffer.from('x')
    recycle(foreign)
    expect(foreign.toString()).toBe('x')
  })

  it('keeps two megabytes at most, and those of the size that is used now', () => {
    const small = Array.from({ length: 600 }, () => build('x'))
    for (const one of small) recycle(one)
    const wide = build('x'.repeat(30_000))
    recycle(wide)
    expect(build('x'.repeat(30_000)).buffer).toBe(wide.buffer)
    const again = new Set(Array.from({ length: 600 }, () => build('x').buffer))
    expect(small.filter(({ buffer }) => again.has(buffer)).length).toBeLessThanOrEqual(512)
  })
})
