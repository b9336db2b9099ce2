// mailauth, an independent implementation, verifies our signatures with the records that we ask users to publish.
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { DomainId } from '../../platform/ids.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { loadSigningKey } from './index.ts'
import type { SigningKey } from './index.ts'
import { buildDomain, recordFor } from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const test = useTestApp()

const load = async (domain: DomainAnswer, secrets = test.deps.secrets): Promise<SigningKey> =>
  loadSigningKey(test.deps.database.db, {
    domain: 'shop.com',
    projectId: test.project.projectId,
    domainId: domain.id as DomainId,
    secrets,
  })

const MESSAGE = [
  'From: Ann <ann@DOMAIN>',
  'To: bob@example.net',
  'Subject: Hello',
  'Date: Tue, 01 Jan 2030 00:00:00 +0000',
  'Message-ID: <1@DOMAIN>',
  '',
  'Hello Bob',
  '',
].join('\r\n')

async function sign({ domain, selector, privateKey }: SigningKey): Promise<string> {
  const message = MESSAGE.replaceAll('DOMAIN', domain)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = { signingDomain: domain, selector, privateKey: pem }
  // Its types ask for the fields at the top, its code reads them from signatureData.
  const { signatures, errors } = await dkimSign(message, { ...signature, signatureData: [signature] })
  expect([signatures, errors]).toEqual([expect.stringMatching(/^DKIM-Signature:/), []])
  return signatures + message
}

async function judge(message: string, published: { name: string; chunks: string[] }) {
  const { results } = await dkimVerify(message, {
    resolver: async (name: string, type: string) => {
      if (name === published.name && type === 'TXT') return [published.chunks]
      throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' })
    },
  })
  return results.map(({ status, signingDomain, selector }) => ({
    result: status.result,
    signingDomain,
    selector,
  }))
}

describe('an email signed with the stored key', () => {
  it('is verified by the record that we ask people to publish, in its chunks', async () => {
    const domain = await buildDomain(test, { domain: 'bücher.com' })
    const record = recordFor(domain, 'dkim')
    const signed = await sign(await load(domain))
    expect(await judge(signed, record)).toEqual([
      { result: 'pass', signingDomain: 'xn--bcher-kva.com', selector: record.name.split('.')[0] },
    ])
  })

  it('is not verified when it was changed, nor by the record of another domain', async () => {
    const domain = await buildDomain(test)
    const other = recordFor(await buildDomain(test), 'dkim')
    const record = recordFor(domain, 'dkim')
    const signed = await sign(await load(domain))
    const [changed] = await judge(signed.replace('Hello Bob', 'Hello Eve'), record)
    expect(changed?.result).not.toBe('pass')
    const [foreign] = await judge(signed, { name: record.name, chunks: other.chunks })
    expect(foreign?.result).not.toBe('pass')
  })

  it('has a key of 2048 bits', async () => {
    const { privateKey } = await load(await buildDomain(test))
    expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect([privateKey.type, privateKey.asymmetricKeyType]).toEqual(['private', 'rsa'])
  })
})

describe('a stored key', () => {
  it('does not open with another ENCRYPTION_KEY', async () => {
    const domain = await buildDomain(test)
    const others = createSecrets('another key that is also long enough for it')
    await expect(load(domain, others)).rejects.toThrow(/another ENCRYPTION_KEY/)
  })

  it('is not to be had for a domain of another project', async () => {
    const theirs = await buildDomain(test, { project: test.other })
    await expect(load(theirs)).rejects.toMatchObject({ code: 'DOMAIN_NOT_FOUND' })
  })
})
