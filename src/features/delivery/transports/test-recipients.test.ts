import { describe, expect, it } from 'vitest'
import { TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import { simulateOutcome, testOutcomeOf, TEST_OUTCOMES } from './test-recipients.ts'

describe('how an email to a test recipient ends', () => {
  it.each(TEST_OUTCOMES)('is its name, whatever label follows: %s', (testOutcome) => {
    expect(testOutcomeOf(`${testOutcome}@${TEST_RECIPIENT_DOMAIN}`)).toBe(testOutcome)
    expect(testOutcomeOf(`${testOutcome}+label@${TEST_RECIPIENT_DOMAIN}`)).toBe(testOutcome)
    expect(testOutcomeOf(`${testOutcome}+a+b@${TEST_RECIPIENT_DOMAIN}`)).toBe(testOutcome)
  })

  it.each(['ann', 'bounced2', 'xbounced', '+bounced'])(
    'is to be delivered for any other name: %s',
    (name) => {
      expect(testOutcomeOf(`${name}@${TEST_RECIPIENT_DOMAIN}`)).toBe('delivered')
    },
  )

  it.each([
    'bounced@example.com',
    `bounced@sub.${TEST_RECIPIENT_DOMAIN}`,
    `bounced@${TEST_RECIPIENT_DOMAIN}.com`,
    `bounced@x${TEST_RECIPIENT_DOMAIN}`,
  ])('is its own anywhere else: %s', (address) => {
    expect(testOutcomeOf(address)).toBeUndefined()
  })
})

describe('what is acted out', () => {
  it('is an answer such as servers give', () => {
    expect(simulateOutcome('delivered')).toMatchObject({ kind: 'accepted', isDelivered: true })
    expect(simulateOutcome('complained')).toMatchObject({ kind: 'accepted' })
    expect(simulateOutcome('bounced')).toMatchObject({
      kind: 'rejected',
      reply: { code: 550, enhancedCode: '5.1.1' },
    })
    expect(simulateOutcome('deferred')).toMatchObject({ kind: 'deferred', reply: { code: 451 } })
  })
})
