import { describe, expect, it } from 'vitest'
import { PROVIDER_BODIES } from './fixtures/provider-bodies.ts'
import type { Json } from './json-values.ts'
import { readSesEvents } from './ses.ts'

const notification = PROVIDER_BODIES.ses.delivered?.({
  recipient: 'ann@example.net',
  reference: '',
  returnPath: 'hello@shop.test',
  messageId: '0100@eu-west-1.amazonses.com',
}) as Json & { mail: Json }

const eventOf = (mail: Json) => readSesEvents({ ...notification, mail: { ...notification.mail, ...mail } })[0]

describe('the email of an SES event', () => {
  it('is named by our tag', () => {
    const tags = { 'ses:configuration-set': ['bulk'], lettermill: ['a-signed_reference'] }
    expect(eventOf({ tags })).toMatchObject({ reference: 'a-signed_reference' })
  })

  it('is named by its original Message-ID, not by the one that SES gave it', () => {
    const headers = [
      { name: 'From', value: 'hello@shop.test' },
      { name: 'Message-ID', value: '<1@shop.test>' },
    ]
    expect(eventOf({ headers })).toMatchObject({ reference: null, messageId: '<1@shop.test>' })
  })

  it.each([[{ tags: 'lettermill' }], [{ tags: { lettermill: [7] } }], [{ headers: ['Message-ID'] }]])(
    'is named by the other ids without them: %j',
    (mail) => {
      expect(eventOf(mail)).toMatchObject({
        reference: null,
        returnPath: 'hello@shop.test',
        messageId: '<0100@eu-west-1.amazonses.com>',
      })
    },
  )
})
