import { describe, expect, it } from 'vitest'
import { AllowedHostList, createAllowedHosts } from './allowed-hosts.ts'

describe('ALLOW_PRIVATE_HOSTS', () => {
  it.each([
    ['n8n'],
    ['N8N.internal., 10.0.0.0/8 ,::1,fd00::/8,[fd00::1]'],
    ['host.docker.internal'],
    ['my_service'],
  ])('takes %s', (text) => {
    expect(AllowedHostList.safeParse(text).success).toBe(true)
  })

  it.each([
    ['10.0.0.0/33'],
    ['10.0.0/8'],
    ['http://n8n'],
    ['n8n:5678'],
    ['*'],
    ['10.0.0.0/8,'],
    ['fe80::1%eth0'],
    ['1.2.3.4/8/8'],
    ['::1/129'],
    ['256.1.1.1'],
  ])('refuses %s', (text) => {
    const { error } = AllowedHostList.safeParse(text)
    expect(error?.issues[0]?.message).toContain('must be a comma-separated list of host names')
  })

  it('tells hosts and networks apart', () => {
    const allowed = createAllowedHosts(['n8n.internal', '10.0.0.0/8', 'fd00::/8', '192.168.1.7'])
    expect(allowed.includesHost('n8n.internal')).toBe(true)
    expect(allowed.includesHost('x.n8n.internal')).toBe(false)
    expect(['10.1.2.3', 'fd12::1', '192.168.1.7'].map((one) => allowed.includesAddress(one))).toEqual([
      true,
      true,
      true,
    ])
    expect(['11.0.0.0', 'fe80::1', '192.168.1.8', 'n8n'].map((one) => allowed.includesAddress(one))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
