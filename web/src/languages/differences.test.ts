import { expect, it } from 'vitest'
import { formatCount } from '../format/number.ts'
import { plural } from '../format/plural.ts'
import { differencesOf } from './differences.ts'

const ENGLISH = {
  title: 'Keys',
  none: '',
  steps: { first: ['Name it', 'Then use it'] },
  of: (place: number, total: number) => `${formatCount(place)} of ${formatCount(total)}`,
  count: (count: number) => plural(count, 'key'),
  delete: (name: string) => `Delete ${name.trim()}`,
}

it('finds nothing wrong with a translation in another order', () => {
  const german = {
    ...ENGLISH,
    title: 'Schlüssel',
    steps: { first: ['Benennen', 'Verwenden'] },
    of: (place: number, total: number) => `von ${formatCount(total)}: ${formatCount(place)}`,
    delete: (name: string) => `${name.trim()} löschen`,
  }
  expect(differencesOf(ENGLISH, german)).toEqual([])
})

it.each([
  ['a missing text', { title: undefined }, 'title: missing'],
  ['an empty text', { title: ' ' }, 'title: empty'],
  ['a text that English does not have', { other: 'Anderes' }, 'other: not in English, or not of this type'],
  ['a list that is too short', { steps: { first: ['Benennen'] } }, 'steps: first: 1: missing'],
  ['a text instead of a function', { delete: 'Löschen' }, 'delete: not in English, or not of this type'],
  [
    'a function without one of its values',
    { delete: () => 'Löschen' },
    'delete: takes 0 instead of 1 values',
  ],
])('finds %s', (_, change, difference) => {
  expect(differencesOf(ENGLISH, { ...ENGLISH, ...change })).toEqual([difference])
})

it.each([
  ['a number', { count: (count: number) => (count === 1 ? 'ein Schlüssel' : 'Schlüssel') }],
  ['a name', { delete: (name: string) => (name === '' ? '' : 'Löschen') }],
  [
    'one of two values',
    { of: (place: number, total: number) => `${place} von ${place === total ? '' : place}` },
  ],
])('finds a function that does not show %s', (_, change) => {
  expect(differencesOf(ENGLISH, { ...ENGLISH, ...change }).join('\n')).toContain('in English')
})
