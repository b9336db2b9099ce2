import { describe, expect, it } from 'vitest'
import { parseBlocks, parseDays } from './parse-snds.ts'

const LINE =
  '198.51.100.7,12/31/2025 10:00 AM,12/31/2025 7:00 PM,1895,1894,1893,GREEN,< 0.1%,,,0,mx.shop.example,news@shop.example,'
const withColumn = (index: number, value: string) => {
  const columns = LINE.split(',')
  columns[index] = value
  return columns.join(',')
}

describe('the days of SNDS', () => {
  it('are read with all columns', () => {
    const [row] = parseDays(`${LINE}\r\n`) ?? []
    expect(row).toEqual({
      address: '198.51.100.7',
      day: '2025-12-31',
      rcptCommands: 1895,
      dataCommands: 1894,
      recipients: 1893,
      verdict: 'green',
      complaintRate: '< 0.1%',
      trapHits: 0,
      sampleHelo: 'mx.shop.example',
      sampleSender: 'news@shop.example',
      comments: '',
    })
  })

  it('may be quoted, longer than a text may be, and repeated', () => {
    const quoted = withColumn(11, '"mx, the ""first"""')
    expect(parseDays(quoted)?.[0]).toMatchObject({
      sampleHelo: 'mx, the "first"',
      sampleSender: 'news@shop.example',
    })
    expect(parseDays(withColumn(13, 'x'.repeat(1_000)))?.[0]?.comments).toHaveLength(300)
    expect(parseDays(withColumn(13, 'a\0b'))?.[0]?.comments).toBe('ab')
    const twice = [LINE, withColumn(6, 'RED'), withColumn(0, '2001:db8::1')].join('\n')
    expect(parseDays(twice)?.map(({ address, verdict }) => [address, verdict])).toEqual([
      ['198.51.100.7', 'red'],
      ['2001:db8::1', 'green'],
    ])
  })

  it('may be none', () => {
    expect(parseDays('')).toEqual([])
    expect(parseDays('\ufeff\r\n\r\n')).toEqual([])
  })

  it.each([
    ['an address', 0, '198.51.100.700'],
    ['a day', 1, '2/30/2025 1:00 AM'],
    ['a day in another form', 1, '2025-12-31'],
    ['a count', 3, '-1'],
    ['a count that is too large', 5, '9'.repeat(13)],
    ['a verdict', 6, 'BLUE'],
    ['a rate', 7, '<script>'],
    ['trap hits', 10, 'some'],
  ])('leave out a line whose column is not %s', (_, index, value) => {
    expect(parseDays([LINE, withColumn(index, value)].join('\n'))).toHaveLength(1)
    expect(parseDays(withColumn(index, value))).toBeUndefined()
  })

  it('are not a page, whatever it is', () => {
    expect(parseDays('<html><body>Sign in, please</body></html>')).toBeUndefined()
    expect(parseDays('"'.repeat(900_000))).toBeUndefined()
    expect(parseDays(`${'","'.repeat(1_600)}\n`.repeat(180))).toBeUndefined()
    expect(parseDays(','.repeat(900_000))).toBeUndefined()
  })
})

describe('the blocked ranges', () => {
  it('are those with a yes', () => {
    const text = [
      '198.51.100.7,198.51.100.9,Yes,Blocked due to user complaints or other evidence of spamming',
      '198.51.100.20,198.51.100.20,No,',
      '198.51.100.30,2001:db8::1,Yes,mixed',
      'nobody,198.51.100.30,Yes,',
    ].join('\r\n')
    expect(parseBlocks(text)).toEqual([
      {
        first: '198.51.100.7',
        last: '198.51.100.9',
        reason: 'Blocked due to user complaints or other evidence of spamming',
      },
    ])
    expect(parseBlocks('')).toEqual([])
    expect(parseBlocks('<html>')).toBeUndefined()
  })
})
