import { expect, it } from 'vitest'
import { z } from 'zod'
import { csvMapOption } from './csv-map.schema.ts'

const option = csvMapOption(z.record(z.string(), z.enum(['email', 'reason']).nullable()))

it.each([
  ['email', 'must be a JSON object of header: target'],
  ['true', 'must be a JSON object of header: target'],
  ['["email"]', 'must be a JSON object of header: target'],
  ['{"Why":"because"}', 'Why: must be one of: email, reason'],
])('says in our words what is wrong with the map %s', (text, message) => {
  expect(option.safeParse(text).error?.issues).toMatchObject([{ message }])
})

it('takes what the columns mean', () => {
  expect(option.parse('{"Address":"email","Note":null}')).toEqual({ Address: 'email', Note: null })
})
