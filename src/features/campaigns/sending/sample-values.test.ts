import { describe, expect, it } from 'vitest'
import { sampleValues } from './sample-values.ts'

describe('sample values', () => {
  it.each([
    [['firstName'], { firstName: '[firstName]' }],
    [['data.plan'], { plan: '[plan]' }],
    [['order.data.id'], { order: { data: { id: '[id]' } } }],
    [['order', 'order.id', 'order.total'], { order: { id: '[id]', total: '[total]' } }],
    [['items[0].title'], { items: { 0: { title: '[title]' } } }],
    [['contact.email', 'contact.data.plan'], { contact: { email: '[email]', data: { plan: '[plan]' } } }],
    [[], {}],
  ])('of %j are %j', (paths, values) => {
    expect(sampleValues(paths)).toEqual(values)
  })

  it('of a path through __proto__ stay in the values', () => {
    sampleValues(['__proto__.polluted', 'order.__proto__.polluted'])
    expect({}).not.toHaveProperty('polluted')
  })
})
