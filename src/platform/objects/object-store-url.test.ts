import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { readObjectStoreUrl } from './object-store-url.ts'

describe('OBJECT_STORE', () => {
  it('names a bucket of AWS', () => {
    const read = readObjectStoreUrl('s3://mail?region=eu-west-1')
    expect(read).toMatchObject({
      bucket: 'mail',
      region: 'eu-west-1',
      isVirtualHost: true,
      prefix: '',
      keptDays: 0,
    })
    expect(read.endpoint.href).toBe('https://s3.eu-west-1.amazonaws.com/')
    expect(readObjectStoreUrl('s3://mail.example?region=eu-west-1').isVirtualHost).toBe(false)
  })

  it('names another store, with its credentials and options', () => {
    const text =
      's3://key:a%2Fb@mail?endpoint=https://minio.example:9000&prefix=a/b/&keep-deleted-days=3&write=false'
    expect(readObjectStoreUrl(text)).toMatchObject({
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b' },
      isVirtualHost: false,
      prefix: 'a/b/',
      isWritten: false,
      keptDays: 3,
    })
  })

  const problemsOf = (settings: Record<string, string>): string => {
    try {
      readConfig(settings)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
    }
    return ''
  }

  it.each([
    ['https://mail', 'must be s3://bucket'],
    ['s3://key:sec/ret@mail', 'must be s3://bucket'],
    ['s3://A:B@mail/path', 'must be s3://bucket'],
    ['s3://A:B@Mail_1', 'must name a bucket'],
    ['s3://A:B@mail?regoin=x', 'has no option regoin'],
    ['s3://A:B@mail?style=host', 'needs style=path or virtual-host'],
    ['s3://A:B@mail?prefix=../x', 'needs prefix=NAME'],
    ['s3://A:B@mail?endpoint=https://minio.example/path', 'needs endpoint=https://HOST'],
    ['s3://A:B@mail?keep-deleted-days=400', 'needs keep-deleted-days=NUMBER'],
  ])('is not %s', (text, words) => {
    expect(problemsOf({ OBJECT_STORE: text })).toContain(`OBJECT_STORE ${words}`)
  })

  it('needs credentials, in the URL or in the settings of AWS', () => {
    expect(problemsOf({ OBJECT_STORE: 's3://mail' })).toContain(
      'AWS_ACCESS_KEY_ID is required with OBJECT_STORE=',
    )
    const keys = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'B' }
    expect(problemsOf({ OBJECT_STORE: 's3://mail', ...keys })).toBe('')
  })
})
