import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const pem = (key: typeof rsa) => key.export({ format: 'pem', type: 'pkcs8' }).toString()

const KEY_FILE = {
  type: 'service_account',
  client_email: 'reader@shop-example.iam.gserviceaccount.com',
  private_key_id: 'key-1',
  private_key: pem(rsa),
  token_uri: 'https://oauth2.googleapis.com/token',
}

const read = (value: unknown) =>
  readConfig({ GOOGLE_POSTMASTER_CREDENTIALS: typeof value === 'string' ? value : JSON.stringify(value) })

describe('GOOGLE_POSTMASTER_CREDENTIALS', () => {
  it('is the key file of a service account', () => {
    expect(read(KEY_FILE).GOOGLE_POSTMASTER_CREDENTIALS).toEqual({
      email: KEY_FILE.client_email,
      privateKey: KEY_FILE.private_key,
      keyId: 'key-1',
      tokenUrl: KEY_FILE.token_uri,
    })
    const { token_uri: _, private_key_id: __, ...less } = KEY_FILE
    expect(read(less).GOOGLE_POSTMASTER_CREDENTIALS).toMatchObject({
      keyId: '',
      tokenUrl: KEY_FILE.token_uri,
    })
  })

  it.each<[string, unknown, string]>([
    ['the path of a file', '/etc/google.json', ''],
    ['a list', '[]', ''],
    ['the key of a person', { ...KEY_FILE, type: 'authorized_user' }, 'type'],
    ['no address', { ...KEY_FILE, client_email: 'nobody' }, 'client_email'],
    ['a key that is none', { ...KEY_FILE, private_key: 'secret' }, 'private_key'],
    ['a key of another kind', { ...KEY_FILE, private_key: pem(ec) }, 'private_key'],
    [
      'a token server without encryption',
      { ...KEY_FILE, token_uri: 'http://example.com/token' },
      'token_uri',
    ],
    ['several faults', { ...KEY_FILE, type: '', private_key: 'secret' }, 'type, private_key'],
  ])('is refused if it is %s, without the secret in the sentence', (_, value, fields) => {
    const end = fields === '' ? '' : `; missing or wrong: ${fields}`
    expect(() => read(value)).toThrow(
      `GOOGLE_POSTMASTER_CREDENTIALS must be the JSON key of a service account, as Google Cloud hands it out${end}`,
    )
    expect(() => read(value)).not.toThrow('secret')
  })
})
