import { describe, expect, it } from 'vitest'
import { parseEmailAddress } from '../../../../platform/addresses/email-address.ts'
import { PROVIDERS } from '../../../../platform/email/feedback/providers/providers.values.ts'
import { probeTargetsOf } from './simulators.ts'

const PERSON = 'ada@example.com'
const kindsOf = (targets: ReturnType<typeof probeTargetsOf>) => targets?.map(({ kind }) => kind)

describe('the reports that can be proven', () => {
  it.each([
    ['ses', ['delivered', 'bounced', 'complained']],
    ['resend', ['delivered', 'bounced', 'complained']],
    ['sparkpost', ['delivered']],
    ['postmark', undefined],
    ['mailgun', undefined],
    [null, undefined],
  ] as const)('of %s without the address of a person are %s', (provider, kinds) => {
    expect(kindsOf(probeTargetsOf(provider, undefined))).toEqual(kinds)
  })

  it.each([...PROVIDERS, null])(
    'of %s always include a delivery, at addresses that are valid',
    (provider) => {
      const targets = probeTargetsOf(provider, PERSON)
      expect(kindsOf(targets)?.[0]).toBe('delivered')
      expect(targets?.every(({ address }) => parseEmailAddress(address).ok)).toBe(true)
    },
  )

  it('of Postmark go to a person and to its simulator of bounces', () => {
    expect(probeTargetsOf('postmark', PERSON)).toEqual([
      { kind: 'delivered', address: PERSON },
      { kind: 'bounced', address: 'softbounce@bounce-testing.postmarkapp.com' },
    ])
  })
})
