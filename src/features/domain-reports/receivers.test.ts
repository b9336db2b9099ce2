import { describe, expect, it } from 'vitest'
import { receiverOf, sentByReceiver } from './receivers.ts'

describe('the receiver behind a reporter', () => {
  it.each([
    ['google.com', 'google'],
    ['dmarc.yahoo.com', 'yahoo'],
    ['protection.outlook.com', 'microsoft'],
    ['Corp.Mail.ru', 'mailru'],
    ['reports.orange.fr', 'orange'],
    ['orange.fr', 'orange.fr'],
    ['gmail.com', 'gmail.com'],
    ['yahoo.com', 'yahoo.com'],
    ['outlook.attacker.example', 'outlook.attacker.example'],
    ['mx.company.example', 'mx.company.example'],
    ['notgoogle.com', 'notgoogle.com'],
  ])('%s is %s', (reporter, receiver) => expect(receiverOf(reporter)).toBe(receiver))
})

describe('emails by receiver', () => {
  it('are those of the receivers that have reported', () => {
    const sent = [
      { domain: 'gmail.com', emails: 5 },
      { domain: 'googlemail.com', emails: 1 },
      { domain: 'company.example', emails: 2 },
      { domain: 'other.example', emails: 4 },
      { domain: 'yahoo.de', emails: 8 },
    ]
    expect([...sentByReceiver(sent, new Set(['google', 'mx.company.example']))]).toEqual([
      ['google', 6],
      ['mx.company.example', 2],
    ])
  })

  it('are those of the provider rather than of somebody with a mailbox there', () => {
    const sent = [{ domain: 'gmail.com', emails: 5 }]
    expect([...sentByReceiver(sent, new Set(['gmail.com', 'google']))]).toEqual([['google', 5]])
    expect([...sentByReceiver(sent, new Set(['gmail.com']))]).toEqual([['gmail.com', 5]])
  })
})
