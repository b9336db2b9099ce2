import { describe, expect, it } from 'vitest'
import { readChecks, toStoredChecks } from './stored-checks.ts'
import type { Check } from './stored-checks.ts'

// Version 0.2.0 refuses a domain with any other.
const PURPOSES_OF_0_2_0 = ['dkim', 'return-path', 'spf', 'mail-from', 'dmarc', 'tracking']

const check = (purpose: Check['purpose'], name: string): Check => ({
  purpose,
  name,
  value: 'v',
  status: 'ok',
  required: false,
  found: ['v'],
  detail: null,
})

const CHECKS = [
  check('dkim', 'a._domainkey.shop.com'),
  check('tls-reports', '_smtp._tls.shop.com'),
  check('mail-from', 'ses.shop.com'),
]

describe('the stored checks of a domain', () => {
  it('are what was found', () => {
    expect(readChecks(JSON.parse(toStoredChecks(CHECKS)))).toEqual(CHECKS)
  })

  it('have no purpose that nodes of 0.2.0 beside this one would refuse', () => {
    const stored = JSON.parse(toStoredChecks(CHECKS)) as { purpose: string }[]
    expect(stored.filter(({ purpose }) => !PURPOSES_OF_0_2_0.includes(purpose))).toEqual([])
  })

  it('are read without those of a later version, and of every earlier one', () => {
    expect(readChecks([...CHECKS, { ...CHECKS[0], purpose: 'later' }])).toEqual(CHECKS)
    expect(readChecks([{ ...CHECKS[0], required: undefined }])).toMatchObject([{ purpose: 'dkim' }])
  })
})
