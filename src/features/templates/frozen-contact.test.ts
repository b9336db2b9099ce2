import { describe, expect, it } from 'vitest'
import { freezeContact, shownContact } from './frozen-contact.ts'

const contact = {
  id: 'c1',
  email: 'ada@example.com',
  subscribed: true,
  data: { plan: 'pro', 'first name': 'Ada', seats: 3, locale: 'nl' },
}
const later = { ...contact, email: 'new@example.com', data: {} }

/** The variables of an email after its contact has changed. */
const shown = (...variables: string[]) =>
  shownContact({ contact: later, variables: { total: 1, ...freezeContact(contact, variables) } })

describe('a contact that is frozen with an email', () => {
  it.each([
    [['plan'], { plan: 'pro', locale: 'nl' }],
    [['data.plan'], { plan: 'pro', locale: 'nl' }],
    [['contact.data.seats'], { seats: 3, locale: 'nl' }],
    [['email', 'nothing'], { locale: 'nl' }],
    [['contact.email'], { locale: 'nl' }],
    [['data'], contact.data],
    [['contact'], contact.data],
    [['contact.data'], contact.data],
    [['data["first name"]'], contact.data],
  ])('keeps what the content names: %j', (variables, data) => {
    expect(shown(...variables).contact).toEqual({ ...contact, data })
  })

  it('is no value of the email', () => {
    expect(shown('plan').data).toEqual({ total: 1 })
  })

  it('is the present one of an email that has none', () => {
    expect(shownContact({ contact: later, variables: { total: 1 } })).toEqual({
      contact: later,
      data: { total: 1 },
    })
  })

  it.each([['text'], [{ id: 'x' }], [null]])('is not taken from a value of the same name: %j', (value) => {
    const variables = { lm_contact: value }
    expect(shownContact({ contact: later, variables })).toEqual({ contact: later, data: variables })
  })
})
