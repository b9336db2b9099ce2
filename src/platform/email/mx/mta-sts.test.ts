import { describe, expect, it } from 'vitest'
import { isAllowedBy, readStsId, readStsPolicy } from './mta-sts.ts'
import type { StsPolicy } from './mta-sts.ts'

const policy = (...lines: string[]) => readStsPolicy(lines.join('\r\n'))

describe('the id of a policy', () => {
  it.each([
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1;id=1'], '1'],
    [['other', 'v=STSv1; id=abc; foo=bar'], 'abc'],
    [['v=STSv1; id=a', 'v=STSv1; id=b'], undefined],
    [['v=STSv1; id=a-b;'], undefined],
    [['v=STSv10; id=a;'], undefined],
    [['v=STSv1;'], undefined],
    [[], undefined],
  ])('is read from %j as %s', (records, id) => {
    expect(readStsId(records)).toBe(id)
  })
})

describe('a policy', () => {
  it('is read line by line, whatever else is in it', () => {
    const read = policy(
      'version: STSv1',
      'mode: enforce',
      'mx: Mail.Example.com.',
      'mx: *.example.net',
      'new: x',
      'max_age: 604800',
      '',
    )
    expect(read).toEqual({
      mode: 'enforce',
      servers: ['mail.example.com', '*.example.net'],
      maxAgeSeconds: 604_800,
    })
  })

  it('is valid for a year at most', () => {
    expect(policy('version: STSv1', 'mode: none', 'max_age: 9999999999')?.maxAgeSeconds).toBe(31_557_600)
  })

  it.each([
    ['no version', ['mode: enforce', 'mx: a.example', 'max_age: 1']],
    ['another version', ['version: STSv2', 'mode: enforce', 'mx: a.example', 'max_age: 1']],
    ['an unknown mode', ['version: STSv1', 'mode: strict', 'mx: a.example', 'max_age: 1']],
    ['no age', ['version: STSv1', 'mode: enforce', 'mx: a.example']],
    ['a negative age', ['version: STSv1', 'mode: enforce', 'mx: a.example', 'max_age: -1']],
    ['no servers', ['version: STSv1', 'mode: enforce', 'max_age: 1']],
    ['a page instead', ['<html>', '</html>']],
  ])('with %s is none', (_, lines) => {
    expect(policy(...lines)).toBeUndefined()
  })
})

describe('a mail server', () => {
  const enforced: StsPolicy = {
    mode: 'enforce',
    servers: ['mx.example.com', '*.example.net'],
    maxAgeSeconds: 60,
  }

  it.each([
    ['mx.example.com', true],
    ['a.example.net', true],
    ['a.b.example.net', false],
    ['example.net', false],
    ['xmx.example.com', false],
    ['mx.example.com.attacker.example', false],
  ])('%s is allowed: %s', (server, isAllowed) => {
    expect(isAllowedBy(enforced, server)).toBe(isAllowed)
  })

  it('is allowed while the policy is tested, or without one', () => {
    expect(isAllowedBy({ ...enforced, mode: 'testing' }, 'other.example')).toBe(true)
    expect(isAllowedBy(undefined, 'other.example')).toBe(true)
  })
})
