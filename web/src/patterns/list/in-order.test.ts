import { describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

const rows = [
  { name: 'beta', codes: 10 },
  { name: 'Alpha', codes: 9 },
  { name: 'gamma', codes: 100 },
]
const sorts = { name: (row: (typeof rows)[0]) => row.name, codes: (row: (typeof rows)[0]) => row.codes }
const namesBy = (sort: string | undefined) => inOrder(rows, sorts, sort).map(({ name }) => name)

describe('the rows of a list', () => {
  it.each([
    ['name', ['Alpha', 'beta', 'gamma']],
    ['-name', ['gamma', 'beta', 'Alpha']],
    ['codes', ['Alpha', 'beta', 'gamma']],
    ['-codes', ['gamma', 'beta', 'Alpha']],
    ['unknown', ['beta', 'Alpha', 'gamma']],
    ['toString', ['beta', 'Alpha', 'gamma']],
    [undefined, ['beta', 'Alpha', 'gamma']],
  ])('by %s', (sort, names) => expect(namesBy(sort)).toEqual(names))
})
