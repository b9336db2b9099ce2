import { expect, it } from 'vitest'
import { lineDiff } from './line-diff.ts'

it('shows changed lines with three around them', () => {
  const before = Array.from({ length: 12 }, (_, index) => `line ${index}`)
  const after = before.with(5, 'changed').toSpliced(9, 0, 'new')
  expect(lineDiff(before.join('\n'), after.join('\n'))).toEqual([
    '…',
    '  line 2',
    '  line 3',
    '  line 4',
    '- line 5',
    '+ changed',
    '  line 6',
    '  line 7',
    '  line 8',
    '+ new',
    '  line 9',
    '  line 10',
    '  line 11',
  ])
  expect(lineDiff('same', 'same')).toEqual([])
  expect(lineDiff('', 'new\n')).toEqual(['+ new', '  '])
})
