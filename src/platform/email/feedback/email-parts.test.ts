// The limits of reading. The corpus and read-feedback.test.ts test everything within them.
import { describe, expect, it } from 'vitest'
import { MOST_LINES, MOST_PARTS, READ_BYTES, readParts } from './email-parts.ts'

const HEAD = 'From: MAILER-DAEMON@x.example\nContent-Type: multipart/report; boundary=b\n\n'
const STATUS = '--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.example\n'

describe('of an email is read', () => {
  it('no part after the maximum of lines that may begin one', async () => {
    const { deliveryReports } = await readParts(Buffer.from(HEAD + STATUS.repeat(MOST_PARTS + 500)))
    expect(deliveryReports.length).toBeGreaterThan(MOST_PARTS / 2)
    expect(deliveryReports.length).toBeLessThanOrEqual(MOST_PARTS)
  })

  it('the first part also when nothing but boundaries follows', async () => {
    const { deliveryReports } = await readParts(Buffer.from(`${HEAD}${STATUS}${'--b\n'.repeat(25_000)}`))
    expect(deliveryReports).toEqual([expect.stringContaining('a@b.example')])
  })

  it('a report whose words are full of dashes', async () => {
    const dashes = '-- \n--------\n'.repeat(20)
    const { text, deliveryReports } = await readParts(
      Buffer.from(`${HEAD}--b\nContent-Type: text/plain\n\n${dashes}end of words\n${STATUS}`),
    )
    expect(text).toContain('end of words')
    expect(deliveryReports).toHaveLength(1)
  })

  it('no line beyond the limit', async () => {
    const lines = Array.from({ length: MOST_LINES + 100 }, (_, index) => `line ${index}`)
    const { text } = await readParts(Buffer.from(`Subject: x\n\n${lines.join('\n')}`))
    expect(text).toContain('line 100\n')
    expect(text).not.toContain(`line ${MOST_LINES}`)
  })

  it('nothing after the first bytes', async () => {
    const { text } = await readParts(Buffer.from(`Subject: x\n\nbeginning ${'x'.repeat(READ_BYTES)} end`))
    expect(text).toContain('beginning')
    expect(text).not.toContain('end')
  })
})
