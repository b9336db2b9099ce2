import { expect, it } from 'vitest'
import { initialsOf } from './first-letters.ts'

it('takes the first letters of the first and last name, or two of a single word', () => {
  expect(
    ['Ada Lovelace', 'Jean-Luc de Picard', 'ada@example.com', 'Ø', '', ' Ēva  Ābola '].map(initialsOf),
  ).toEqual(['AL', 'JP', 'AD', 'Ø', '', 'ĒĀ'])
})
