import { expect, it } from 'vitest'
import { bodyOf } from './create-workflow.ts'

it('the template of a recipe has an unsubscribe link and the postal address if it is marketing', () => {
  expect(bodyOf({ alias: 'welcome', type: 'MARKETING' })).toMatch(
    /href="{{ unsubscribeUrl }}"[^]*{{ lm_postal_address }}/,
  )
  expect(bodyOf({ alias: 'alert', type: 'TRANSACTIONAL' })).not.toMatch(/unsubscribeUrl|lm_postal_address/)
})
