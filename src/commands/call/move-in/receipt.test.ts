import { describe, expect, it } from 'vitest'
import { createReceipt, receiptText } from './receipt.ts'

const open = () => createReceipt({ source: 'listmonk', from: 'https://lists.example', dryRun: false })

describe('a receipt', () => {
  it('counts what was there, taken and left out, and groups reasons with the first examples', () => {
    const receipt = open()
    receipt.there('contacts', 1_200)
    receipt.taken('contacts', { created: 1_000, existing: 150, repeated: 42 })
    for (let index = 0; index < 8; index += 1) {
      receipt.leftOut('contacts', { reason: 'email is empty', example: `row ${index}` })
    }
    receipt.read('templates')
    receipt.leftOut('templates', { reason: 'too clever', example: 'A \u001b[2Jname' })
    receipt.untranslated('Welcome', [{ line: 3, source: '{{ x }}', reason: 'unknown' }])
    expect(receiptText(receipt.get())).toBe(
      [
        'Moved from listmonk (https://lists.example)',
        '  contacts      1,200 there, 1,192 taken (1,000 new, 150 here before, 42 repeated), 8 left out',
        '  templates     1 there, 0 taken, 1 left out',
        'Left out:',
        '  8 contacts: email is empty',
        '    such as row 0, row 1, row 2, row 3, row 4',
        '  1 templates: too clever',
        '    such as A  [2Jname',
        'Not translated:',
        '  Welcome, line 3: {{ x }} (unknown)',
      ].join('\n'),
    )
  })

  it('does not grow with the number of reasons', () => {
    const receipt = open()
    for (let index = 0; index < 5_000; index += 1) {
      receipt.leftOut('contacts', { reason: `reason ${index}`, example: 'x'.repeat(10_000) })
      receipt.untranslated('T', [{ line: 1, source: 'x', reason: 'y' }])
    }
    const { leftOut, untranslated, counts } = receipt.get()
    expect(leftOut.length).toBeLessThan(300)
    expect(leftOut[0]).toMatchObject({ reason: 'other reasons', count: 4_800 })
    expect(untranslated).toHaveLength(1_000)
    expect(counts.contacts).toMatchObject({ leftOut: 5_000 })
    expect(JSON.stringify(leftOut).length).toBeLessThan(100_000)
  })

  it('of nothing says so', () => {
    expect(receiptText(open().get())).toContain('nothing')
  })
})
