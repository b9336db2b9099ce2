import { describe, expect, it } from 'vitest'
import { signRequest } from './sigv4.ts'
import type { RequestToSign } from './sigv4.ts'

// The published test suite of AWS: aws-sig-v4-test-suite, with the names of its cases.
const CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const SCOPE = { region: 'us-east-1', service: 'service', now: new Date('2015-08-30T12:36:00Z') }
const SESSION_TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='

const request = (parts: Partial<RequestToSign> & { more?: Record<string, string> }): RequestToSign => ({
  method: 'GET',
  path: '/',
  body: Buffer.alloc(0),
  ...parts,
  headers: { Host: 'example.amazonaws.com', ...parts.more },
})

const authorization = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`

describe('the signature of a request', () => {
  it.each<[string, RequestToSign, { names: string; signature: string }]>([
    [
      'get-vanilla',
      request({}),
      {
        names: 'host;x-amz-date',
        signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
      },
    ],
    [
      'post-vanilla',
      request({ method: 'POST' }),
      {
        names: 'host;x-amz-date',
        signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
      },
    ],
    [
      'get-header-value-trim',
      request({ more: { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' } }),
      {
        names: 'host;my-header1;my-header2;x-amz-date',
        signature: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
      },
    ],
    [
      'post-x-www-form-urlencoded',
      request({
        method: 'POST',
        more: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: Buffer.from('Param1=value1'),
      }),
      {
        names: 'content-type;host;x-amz-date',
        signature: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
      },
    ],
  ])('is the one of %s', (_name, given, { names, signature }) => {
    expect(signRequest(given, CREDENTIALS, SCOPE)).toMatchObject({
      'x-amz-date': '20150830T123600Z',
      authorization: authorization(names, signature),
    })
  })

  it('is the one of post-sts-header-before, with the token of temporary credentials', () => {
    const credentials = { ...CREDENTIALS, sessionToken: SESSION_TOKEN }
    expect(signRequest(request({ method: 'POST' }), credentials, SCOPE)).toMatchObject({
      'x-amz-security-token': SESSION_TOKEN,
      authorization: authorization(
        'host;x-amz-date;x-amz-security-token',
        '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
      ),
    })
  })

  // The example of the documentation of S3: "Signature Calculations for the Authorization Header", GET Object.
  it('is the one of the documentation of S3', () => {
    const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const headers = {
      Host: 'examplebucket.s3.amazonaws.com',
      Range: 'bytes=0-9',
      'x-amz-content-sha256': emptyHash,
    }
    const get = { method: 'GET' as const, path: '/test.txt', headers, body: Buffer.alloc(0) }
    const scope = { region: 'us-east-1', service: 's3', now: new Date('2013-05-24T00:00:00Z') }
    const expected = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    for (const request of [get, { ...get, bodyHash: emptyHash }]) {
      const { authorization } = signRequest(request, credentials, scope)
      expect(authorization).toMatch(new RegExp(`Signature=${expected}$`))
    }
  })

  // From the same page, PUT Object.
  it('is the one of an object that is stored', () => {
    const body = Buffer.from('Welcome to Amazon S3.')
    const put = {
      method: 'PUT' as const,
      path: '/test%24file.text',
      body,
      headers: {
        Host: 'examplebucket.s3.amazonaws.com',
        Date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
    }
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const scope = { region: 'us-east-1', service: 's3', now: new Date('2013-05-24T00:00:00Z') }
    expect(signRequest(put, credentials, scope)['authorization']).toMatch(
      /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
    )
  })
})
