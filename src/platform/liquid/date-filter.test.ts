import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileTemplate } from './compile.ts'
import { renderText } from './fixtures/rendering.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati']

describe.each(zones)('on a machine in %s', (zone) => {
  let before: string | undefined
  beforeEach(() => {
    before = process.env['TZ']
    process.env['TZ'] = zone
  })
  afterEach(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  it.each([
    // In the hour that Berlin leaves out, and around it.
    ['2026-03-29T01:30:00Z', '%Y-%m-%d %H:%M', '2026-03-29 01:30'],
    ['2026-03-29T02:30:00Z', '%Y-%m-%d %H:%M', '2026-03-29 02:30'],
    ['2026-03-29 02:30', '%Y-%m-%d %H:%M', '2026-03-29 02:30'],
    ['2026-03-29T02:30:15', '%H:%M:%S', '02:30:15'],
    ['2026-03-29T02:30:00+05:30', '%F %R', '2026-03-28 21:00'],
    ['2026-03-29', '%F %T', '2026-03-29 00:00:00'],
    ['March 29, 2026', '%F %T', '2026-03-29 00:00:00'],
    ['29 March 2026 10:15', '%F %R', '2026-03-29 10:15'],
    ['Sun, 29 Mar 2026 10:15:00 +0200', '%F %R', '2026-03-29 08:15'],
    ['Sun Mar 29 2026 10:15:00 GMT+0200 (Central European Summer Time)', '%F %R', '2026-03-29 08:15'],
    ['1774751400', '%F %R', '2026-03-29 02:30'],
  ])('%s is %s', (date, format, expected) => {
    expect(renderText('{{ d | date: f }}', { d: date, f: format })).toBe(expected)
  })
})

describe('a date', () => {
  const d = '2026-03-05T09:07:03.045Z'

  it.each([
    ['%a %A %b %B %h', 'Thu Thursday Mar March Mar'],
    ['%d %e %-d %-e %j', '05  5 5 5 064'],
    ['%H %I %k %l %-l %p %P', '09 09  9  9 9 AM am'],
    ['%m %-m %M %S %L %N %3N', '03 3 07 03 045 045000000 045'],
    ['%y %Y %C', '26 2026 20'],
    ['%u %w %U %W', '4 4 09 09'],
    ['%s', '1772701623'],
    ['%z %:z %Z', '+0000 +00:00 UTC'],
    ['%D %F %T %R %r', '03/05/26 2026-03-05 09:07:03 09:07 09:07:03 AM'],
    ['%c', 'Thu Mar  5 09:07:03 2026'],
    ['%x %X', '03/05/2026 09:07:03'],
    ['%-d%q', '5th'],
    ['%^a %^B %#p', 'THU MARCH am'],
    ['%05d %_5m', '00005     3'],
    ['100%% %! %', '100% %! %'],
    ['%n%t|', '\n\t|'],
  ])('in the format %s', (format, expected) => {
    expect(renderText('{{ d | date: f }}', { d, f: format })).toBe(expected)
  })

  it('has a format of its own', () => {
    expect(renderText('{{ d | date }}', { d })).toBe('Thursday, March 5, 2026 at 9:07 am +0000')
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29 04:30 +0200 Europe/Berlin'],
    ['Europe/Berlin', '2026-01-29T02:30:00Z', '2026-01-29 03:30 +0100 Europe/Berlin'],
    ['America/New_York', '2026-01-01T02:30:00Z', '2025-12-31 21:30 -0500 America/New_York'],
    ['Asia/Kolkata', '2026-01-01T02:30:00Z', '2026-01-01 08:00 +0530 Asia/Kolkata'],
    ['UTC', '0001-01-01T00:00:00Z', '0001-01-01 00:00 +0000 UTC'],
    ['Nowhere/At_All', '2026-01-01T02:30:00Z', '2026-01-01 02:30 +0000 UTC'],
    [-120, '2026-01-01T02:30:00Z', '2026-01-01 04:30 +0200 +0200'],
  ])('in the zone %s', (zone, date, expected) => {
    expect(renderText('{{ d | date: "%F %R %z %Z", z }}', { d: date, z: zone })).toBe(expected)
  })

  it('may be a number of seconds or an object', () => {
    expect(renderText('{{ n | date: "%F" }} {{ o | date: "%F" }}', { n: 86_400, o: new Date(0) })).toBe(
      '1970-01-02 1970-01-01',
    )
  })

  it.each([['soon'], [''], [true], [null], [['a']], [9e99], ['x'.repeat(1000)]])(
    'is not %j, which stays',
    (value) => {
      expect(renderText('{{ d | date: "%Y" }}', { d: value })).toBe(renderText('{{ d }}', { d: value }))
    },
  )

  it('is written in the ways of email and feeds', () => {
    const source =
      '{{ d | date_to_rfc822 }}|{{ d | date_to_xmlschema }}|{{ d | date_to_string }}|{{ d | date_to_long_string: "ordinal", "US" }}'
    expect(renderText(source, { d })).toBe(
      'Thu, 05 Mar 2026 09:07:03 +0000|2026-03-05T09:07:03+00:00|05 Mar 2026|March 5th, 2026',
    )
  })

  it('takes now from the clock', () => {
    const source = { subject: '{{ "now" | date: "%F" }} {{ "today" | date: "%F" }}', html: '', text: '' }
    const clock = { now: () => new Date('2031-02-03T00:00:00Z') }
    expect(compileTemplate(source, { clock }).render({}).subject).toBe('2031-02-03 2031-02-03')
  })
})
