import { describe, expect, it } from 'vitest'
import { TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'
import { actOut, fateOf, FATES } from './test-recipients.ts'

describe('how an email to a test recipient ends', () => {
  it.each(FATES)('is its name, whatever label follows: %s', (fate) => {
    expect(fateOf(`${fate}@${TEST_RECIPIENT_DOMAIN}`)).toBe(fate)
    expect(fateOf(`${fate}+label@${TEST_RECIPIENT_DOMAIN}`)).toBe(fate)
    expect(fateOf(`${fate}+a+b@${TEST_RECIPIENT_DOMAIN}`)).toBe(fate)
  })

  it.each(['ann', 'bounced2', 'xbounced', '+bounced'])(
    'is to be delivered for any other name: %s',
    (name) => {
      expect(fateOf(`${name}@${TEST_RECIPIENT_DOMAIN}`)).toBe('delivered')
    },
  )

  it.each([
    'bounced@example.com',
    `bounced@sub.${TEST_RECIPIENT_DOMAIN}`,
    `bounced@${TEST_RECIPIENT_DOMAIN}.com`,
    `bounced@x${TEST_RECIPIENT_DOMAIN}`,
  ])('is its own anywhere else: %s', (address) => {
    expect(fateOf(address)).toBeUndefined()
  })
})

describe('what is acted out', () => {
  it('is an answer such as servers give', () => {
    expect(actOut('delivered')).toMatchObject({ kind: 'accepted', isDelivered: true })
    expect(actOut('complained')).toMatchObject({ kind: 'accepted' })
    expect(actOut('bounced')).toMatchObject({ kind: 'rejected', reply: { code: 550, enhancedCode: '5.1.1' } })
    expect(actOut('deferred')).toMatchObject({ kind: 'deferred', reply: { code: 451 } })
  })
})
