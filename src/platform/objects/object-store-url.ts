// The value of OBJECT_STORE: the one place that reads it.
import { z } from 'zod'
import type { AwsCredentials } from '../aws/sigv4.ts'

export type ObjectStoreUrl = {
  bucket: string
  region: string
  /** Without a path. */
  endpoint: URL
  /** Whether the bucket is part of the host name (`virtual-host`), or the first part of the path. */
  isVirtualHost: boolean
  /** In front of all keys: empty, or ending in a slash. */
  prefix: string
  /** Undefined if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY have them. */
  credentials: AwsCredentials | undefined
  /** False while the store is only read, because its objects move back. */
  isWritten: boolean
  /** How long objects are kept after their row is gone. */
  keptDays: number
}

const KEY = /^[\x21-\x7e]+$/
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const DEFAULT_REGION = 'us-east-1'

type Option = { words: string; isValid: (value: string) => boolean }

const OPTIONS: Record<string, Option> = {
  endpoint: { words: 'https://HOST', isValid: isEndpoint },
  region: { words: 'NAME', isValid: (value) => /^[a-z0-9-]{1,40}$/.test(value) },
  prefix: {
    words: 'NAME',
    isValid: (value) => /^[\w-]+(?:\/[\w-]+)*\/?$/.test(value) && value.length <= 200,
  },
  style: { words: 'path or virtual-host', isValid: (value) => ['path', 'virtual-host'].includes(value) },
  write: { words: 'true or false', isValid: (value) => ['true', 'false'].includes(value) },
  'keep-deleted-days': {
    words: 'NUMBER',
    isValid: (value) => /^\d{1,3}$/.test(value) && Number(value) <= 365,
  },
}

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  const isBare = pathname === '/' && search === '' && hash === '' && username === ''
  return isBare && (protocol === 'https:' || protocol === 'http:')
}

const FORM =
  'must be s3://bucket or s3://KEY:SECRET@bucket, with options such as ?region=eu-west-1 or ?endpoint=https://minio.example; write /, @, : and % of a secret as %2F, %40, %3A and %25'

export const objectStoreSetting = z.string().superRefine((text, context) => {
  for (const message of problemsOf(text)) context.addIssue({ code: 'custom', message })
})

/** Never repeats the text, which may have a secret. */
function problemsOf(text: string): string[] {
  const url = parsed(text)
  if (url === undefined) return [FORM]
  const { hostname, searchParams } = url
  if (!BUCKET.test(hostname)) {
    return [
      'must name a bucket with 3 to 63 lower-case letters, digits, dots and hyphens, such as s3://mail-objects',
    ]
  }
  // A misspelt option would silently store objects somewhere else.
  return [...new Set(searchParams.keys())].flatMap((name) => {
    const values = searchParams.getAll(name)
    const option = OPTIONS[name]
    if (option === undefined) {
      return [`has no option ${name}; the valid options are ${Object.keys(OPTIONS).join(', ')}`]
    }
    const isValid = values.length === 1 && option.isValid(values[0] ?? '')
    return isValid ? [] : [`needs ${name}=${option.words}, once`]
  })
}

function parsed(text: string): URL | undefined {
  if (!text.startsWith('s3://')) return undefined
  try {
    const url = new URL(text)
    const keys = [url.username, url.password].map((part) => decodeURIComponent(part))
    const areValid = keys.every((key) => key === '') || keys.every((key) => KEY.test(key))
    return areValid && /^\/?$/.test(url.pathname) && url.hash === '' && url.port === '' ? url : undefined
  } catch {
    return undefined
  }
}

/** Whether the keys have to come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
export const needsStoreCredentials = (text: string): boolean =>
  problemsOf(text).length === 0 && new URL(text).username === ''

/** Reads a text that the setting accepts. */
export function readObjectStoreUrl(text: string): ObjectStoreUrl {
  const { hostname: bucket, username, password, searchParams } = new URL(text)
  const region = searchParams.get('region') ?? DEFAULT_REGION
  const given = searchParams.get('endpoint')
  // The certificate of AWS is valid for one label before its name.
  const style =
    searchParams.get('style') ?? (given === null && !bucket.includes('.') ? 'virtual-host' : 'path')
  const prefix = (searchParams.get('prefix') ?? '').replace(/\/$/, '')
  return {
    bucket,
    region,
    endpoint: new URL(given ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`),
    isVirtualHost: style === 'virtual-host',
    prefix: prefix === '' ? '' : `${prefix}/`,
    credentials:
      username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    isWritten: searchParams.get('write') !== 'false',
    keptDays: Number(searchParams.get('keep-deleted-days') ?? 0),
  }
}
