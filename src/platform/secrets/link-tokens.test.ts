import { createCipheriv, createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLinkTokens } from './link-tokens.ts'
import { createSecrets } from './secrets.ts'

const SECRETS = createSecrets('a key that is long enough for the tests')
const tokens = createLinkTokens(SECRETS)
const others = createLinkTokens(createSecrets('another key that is also long enough'))
const PURPOSES = ['unsubscribe', 'subscribe', 'manage', 'open', 'click'] as const
const URL_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'.split('')

/** Every text that differs from the given one in exactly one character. */
const neighbours = (text: string, alphabet: readonly string[]) =>
  text
    .split('')
    .flatMap((was, at) =>
      alphabet
        .filter((other) => other !== was)
        .map((other) => text.slice(0, at) + other + text.slice(at + 1)),
    )

describe('a token', () => {
  it('is short enough for a link that does not break: three ids and a number in 87 characters', () => {
    expect(tokens.make('manage', { ids: [randomUUID(), randomUUID(), randomUUID()] })).toHaveLength(87)
    expect(tokens.make('click', { ids: [randomUUID(), randomUUID()], number: 127 })).toHaveLength(66)
  })

  it('is worth nothing for any other purpose, or with another key', () => {
    for (const purpose of PURPOSES) {
      const token = tokens.make(purpose, { ids: [randomUUID(), randomUUID()] })
      for (const other of PURPOSES) expect(tokens.read(other, token) !== undefined).toBe(other === purpose)
      expect(others.read(purpose, token)).toBeUndefined()
    }
  })

  it('is worth nothing with any one character changed', () => {
    // Lengths of all remainders by three, so that last characters with and without spare bits occur.
    const made = [
      tokens.make('unsubscribe', { ids: [randomUUID(), randomUUID(), randomUUID()] }),
      tokens.make('click', { ids: [randomUUID(), randomUUID()], number: 5 }),
      tokens.make('click', { ids: [randomUUID(), randomUUID()], number: 300 }),
    ]
    let tried = 0
    for (const token of made) {
      for (const changed of neighbours(token, URL_CHARACTERS)) {
        tried += 1
        const purpose = token === made[0] ? 'unsubscribe' : 'click'
        if (tokens.read(purpose, changed) !== undefined) throw new Error(`accepted ${changed} for ${token}`)
      }
    }
    expect(tried).toBeGreaterThan(13_000)
  })

  it('is worth nothing with any one bit changed', () => {
    const token = tokens.make('open', { ids: [randomUUID(), randomUUID()] })
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(tokens.read('open', changed.toString('base64url'))).toBeUndefined()
    }
  })

  it('is worth nothing in another spelling, cut or prolonged', () => {
    const token = tokens.make('click', { ids: [randomUUID(), randomUUID()], number: 1 })
    const spellings = [
      `${token}=`,
      `${token}A`,
      `A${token}`,
      ` ${token}`,
      `${token}\n`,
      `${token}%00`,
      token.slice(0, -1),
      token.slice(1),
      token + token,
      'A'.repeat(10_000),
      '',
    ]
    for (const spelling of spellings) expect(tokens.read('click', spelling)).toBeUndefined()
  })

  it('does not show the ids in it, though it is the same text whenever it is made', () => {
    const [project, email] = [randomUUID(), randomUUID()]
    const made = PURPOSES.map((purpose) => tokens.make(purpose, { ids: [project, email] }))
    for (const [index, token] of made.entries()) {
      const shown = Buffer.from(token, 'base64url').toString('hex')
      for (const id of [project, email]) expect(shown).not.toContain(id.replaceAll('-', '').slice(-12))
      expect(token).toBe(tokens.make(PURPOSES[index] ?? 'open', { ids: [project, email] }))
    }
  })

  it('of the first kind, which showed its ids, still works', () => {
    const ids = [randomUUID(), randomUUID()]
    const body = Buffer.concat([Buffer.from(ids.join('').replaceAll('-', ''), 'hex'), Buffer.from([3])])
    const key = SECRETS.sign('link tokens', ['click'], 32)
    const proof = createHmac('sha256', key).update(body).digest().subarray(0, 16)
    const token = Buffer.concat([body, proof]).toString('base64url')
    expect(tokens.read('click', token)).toEqual({ ids, number: 3 })
    expect(tokens.read('open', token)).toBeUndefined()
  })

  it('of the second kind is what AES-256-CTR and HMAC-SHA256 of Node make of it', () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const body = Buffer.concat([Buffer.from(ids.join('').replaceAll('-', ''), 'hex'), Buffer.from([7])])
    const key = SECRETS.sign('link tokens', ['manage'], 32)
    const proof = createHmac('sha256', key).update(body).digest().subarray(0, 16)
    const masked = createCipheriv('aes-256-ctr', SECRETS.sign('link tokens', ['mask'], 32), proof).update(
      body,
    )
    const token = Buffer.concat([masked, proof]).toString('base64url')
    expect(tokens.make('manage', { ids, number: 7 })).toBe(token)
  })

  it('cannot be made of something that is no UUID', () => {
    expect(() => tokens.make('open', { ids: ['not a uuid'] })).toThrow('UUID')
  })
})

describe.each([
  ['return-path', 'b'],
  ['unsubscribe', 'u'],
] as const)('an address for %s', (use, letter) => {
  const [projectId, other, emailId] = [randomUUID(), randomUUID(), randomUUID()]
  const localPart = tokens.makeMailbox(use, { projectId, emailId })

  it('names the email, in a local part that fits and that case does not matter to', () => {
    expect(localPart).toMatch(new RegExp(`^${letter}-[a-z2-7]{46}$`))
    const found = { use, projectId, emailId }
    expect(tokens.readMailbox(localPart, [other, projectId])).toEqual(found)
    expect(tokens.readMailbox(localPart.toUpperCase(), [projectId])).toEqual(found)
  })

  it('is worth nothing for other projects, or with another key', () => {
    expect(tokens.readMailbox(localPart, [other])).toBeUndefined()
    expect(tokens.readMailbox(localPart, [])).toBeUndefined()
    expect(others.readMailbox(localPart, [projectId])).toBeUndefined()
  })

  it('is worth nothing for the other use', () => {
    const turned = `${letter === 'b' ? 'u' : 'b'}${localPart.slice(1)}`
    expect(tokens.readMailbox(turned, [projectId])).toBeUndefined()
  })

  it('is worth nothing with any one character changed, cut or prolonged', () => {
    const changed = neighbours(localPart.slice(2), BASE32).map((rest) => `${letter}-${rest}`)
    expect(changed).toHaveLength(46 * 31)
    const texts = [...changed, `${localPart}a`, localPart.slice(0, -1), `x${localPart}`, '', `${letter}-`]
    for (const text of texts) {
      if (tokens.readMailbox(text, [projectId])) throw new Error(`accepted ${text} for ${localPart}`)
    }
  })
})
