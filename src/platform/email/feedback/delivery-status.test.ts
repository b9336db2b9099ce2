import { describe, expect, it } from 'vitest'
import { readDeliveryStatus } from './delivery-status.ts'

const read = (...lines: string[]) => readDeliveryStatus(lines.join('\n'))

describe('the fields of a report of delivery', () => {
  it('are unfolded, and come without their types and comments', () => {
    const [status] = read(
      'Final-Recipient: RFC822;',
      ' <Ann@example.net>',
      'Action: FAILED (for good)',
      'Status: 5.1.1 (bad destination mailbox)',
      'Diagnostic-Code: smtp; 550',
      '\tno such user',
    )
    expect(status).toEqual({
      address: 'ann@example.net',
      finalAddress: 'ann@example.net',
      action: 'failed',
      status: '5.1.1',
      diagnosis: '550 no such user (bad destination mailbox)',
    })
  })

  it('before the recipient belong to it', () => {
    expect(
      read(
        'Reporting-MTA: dns; x',
        '',
        'Action: failed',
        'Status: 5.2.2',
        'Final-Recipient: rfc822; a@b.example',
      ),
    ).toMatchObject([{ address: 'a@b.example', action: 'failed', status: '5.2.2' }])
  })

  it('after an empty line belong to the recipient above', () => {
    expect(
      read(
        'Final-Recipient: rfc822; a@b.example',
        '',
        'Action: failed',
        'Status: 5.2.2',
        '',
        'Final-Recipient: rfc822; c@d.example',
        'Action: delayed',
      ),
    ).toMatchObject([
      { address: 'a@b.example', action: 'failed', status: '5.2.2' },
      { address: 'c@d.example', action: 'delayed', status: null },
    ])
  })

  it('of several recipients may follow each other without an empty line', () => {
    const fields = ['a', 'b', 'c'].flatMap((name) => [
      `Final-Recipient: rfc822; ${name}@b.example`,
      'Action: failed',
    ])
    expect(read(...fields).map(({ address }) => address)).toEqual([
      'a@b.example',
      'b@b.example',
      'c@b.example',
    ])
  })

  it('about the email alone name no recipient', () => {
    expect(read('Reporting-MTA: dns; x', 'Arrival-Date: today')).toEqual([])
  })

  it.each([
    ['rfc822;@relay.example:ann@example.net', 'ann@example.net'],
    ['utf-8; ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@example.net', 'ann@example.net'],
    ['rfc822; "Ann" <ann@example.net>', 'ann@example.net'],
    ['rfc822; ann@host', 'ann@host'],
    ['rfc822; |/usr/bin/filter', null],
    ['rfc822;', null],
  ])('name the recipient in many ways: %s', (value, address) => {
    expect(read(`Final-Recipient: ${value}`, 'Action: failed')[0]?.address ?? null).toBe(address)
  })
})
