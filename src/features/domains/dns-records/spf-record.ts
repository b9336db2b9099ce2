// Parses an SPF record (RFC 7208 section 12). spf-walk.ts evaluates it.
import { isIPv4, isIPv6 } from 'node:net'

export type Qualifier = '+' | '-' | '~' | '?'
export type Mechanism = {
  qualifier: Qualifier
  name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists'
  /** The domain or address behind the colon. */
  target: string | undefined
  cidr4: number
  cidr6: number
}
export type Spf = { mechanisms: Mechanism[]; redirect: string | undefined }
export type ParsedSpf = { ok: true; spf: Spf } | { ok: false; problem: string }

const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'])

/** RFC 7208 4.5. */
export const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

export function parseSpf(text: string): ParsedSpf {
  const mechanisms: Mechanism[] = []
  let redirect: string | undefined
  for (const term of text.split(/ +/).slice(1)) {
    if (term === '') continue
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(term)
    if (modifier) {
      const isRedirect = modifier[1]?.toLowerCase() === 'redirect'
      if (isRedirect && redirect !== undefined) return { ok: false, problem: 'redirect= appears twice' }
      // Unknown modifiers are skipped: RFC 7208 6.
      if (isRedirect) redirect = modifier[2]
      continue
    }
    const mechanism = parseMechanism(term)
    if (!mechanism) return { ok: false, problem: `"${term.slice(0, 60)}" is not a valid term` }
    mechanisms.push(mechanism)
  }
  return { ok: true, spf: { mechanisms, redirect } }
}

function parseMechanism(term: string): Mechanism | undefined {
  const [, sign, word, rest = ''] = /^([-+~?]?)([a-z][a-z0-9]*)(.*)$/i.exec(term) ?? []
  const name = word?.toLowerCase() ?? ''
  if (!MECHANISMS.has(name)) return undefined
  const base = {
    qualifier: (sign === '' ? '+' : sign) as Qualifier,
    name: name as Mechanism['name'],
    target: undefined,
    cidr4: 32,
    cidr6: 128,
  }
  switch (base.name) {
    case 'all':
      return rest === '' ? base : undefined
    case 'include':
    case 'exists':
      return rest.length > 1 && rest.startsWith(':') ? { ...base, target: rest.slice(1) } : undefined
    case 'ptr':
      return rest === '' || /^:./.test(rest) ? base : undefined
    case 'ip4':
    case 'ip6':
      return withAddress(base, rest)
    case 'a':
    case 'mx':
      return withHost(base, rest)
  }
}

function withAddress(base: Mechanism, rest: string): Mechanism | undefined {
  const [, target = '', length] = /^:([^/]+)(?:\/(\d{1,3}))?$/.exec(rest) ?? []
  const most = base.name === 'ip4' ? 32 : 128
  const prefix = length === undefined ? most : Number(length)
  const isAddress = base.name === 'ip4' ? isIPv4(target) : isIPv6(target)
  if (!isAddress || prefix > most) return undefined
  return { ...base, target, cidr4: prefix, cidr6: prefix }
}

function withHost(base: Mechanism, rest: string): Mechanism | undefined {
  const parts = /^(?::([^/]+))?(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(rest)
  if (!parts) return undefined
  const cidr4 = parts[2] === undefined ? 32 : Number(parts[2])
  const cidr6 = parts[3] === undefined ? 128 : Number(parts[3])
  return cidr4 > 32 || cidr6 > 128 ? undefined : { ...base, target: parts[1], cidr4, cidr6 }
}
