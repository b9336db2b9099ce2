import { availableParallelism } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ConfigError, readConfig, SETTING_GROUPS, settingsSchema } from './config.ts'

const KEY = 'x'.repeat(32)

/** The lines of the error, without the bullet. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''))
  }
  return []
}

describe('settings of an empty environment', () => {
  it('are good for a first try', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      DATA_DIR: path.resolve('data'),
      API_RATE_PER_MINUTE: 1000,
      SEND_RATE_PER_SECOND: 14,
      JSON_LIMIT_MB: 16,
      IMPORT_LIMIT_MB: 200,
      TRUST_PROXY: false,
      MAIL_TRANSPORT: 'inbox:',
      LOG_LEVEL: 'info',
    })
    expect(readConfig({}).DATABASE_URL).toBeUndefined()
    expect(readConfig({}).version).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('cannot be changed afterwards', () => {
    const config = readConfig({})
    expect(() => Object.assign(config, { PORT: 1 })).toThrow(TypeError)
  })

  it('are also those of an environment full of empty values', () => {
    const empty = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it('are not touched by what else stands in an environment', () => {
    expect(readConfig({ PATH: '/bin', NODE_ENV: 'production', port: '1' })).toEqual(readConfig({}))
  })
})

describe('a good value', () => {
  it.each<[string, string, unknown]>([
    ['PORT', '0', 0],
    ['PORT', '65535', 65535],
    ['PUBLIC_URL', 'https://mail.example.com/', 'https://mail.example.com'],
    ['PUBLIC_URL', 'https://example.com/mail//', 'https://example.com/mail'],
    ['TRUST_PROXY', 'true', true],
    ['API_RATE_PER_MINUTE', '0', 0],
    ['METRICS_TOKEN', '+/a-token=of.16!', '+/a-token=of.16!'],
    ['SPAMD_HOST', 'spam.internal', { host: 'spam.internal', port: 783 }],
    ['SPAMD_HOST', '[::1]:7783', { host: '::1', port: 7783 }],
    ['DKIM_ZONE', 'DKIM.Mailer.example.', 'dkim.mailer.example'],
    ['NTP_SERVER', 'pool.ntp.org', { host: 'pool.ntp.org', port: 123 }],
    ['NTP_SERVER', '[2001:db8::1]:1123', { host: '2001:db8::1', port: 1123 }],
    ['DNS_SERVERS', '9.9.9.9, [2620:fe::fe]:53', ['9.9.9.9', '[2620:fe::fe]:53']],
    ['MAIL_TRANSPORT', 'smtps://user:pass@mail.example.com:465', 'smtps://user:pass@mail.example.com:465'],
    [
      'MAIL_TRANSPORT',
      'smtp://a.net?tls=required&verify=false&sign=false',
      'smtp://a.net?tls=required&verify=false&sign=false',
    ],
    ['MAIL_CONNECTIONS', '1', 1],
    ['MAIL_TRANSPORT', 'ses://KEY:a%2Fb+c@us-gov-west-1', 'ses://KEY:a%2Fb+c@us-gov-west-1'],
    [
      'MAIL_TRANSPORT',
      'ses://KEY:SECRET@eu-west-1?configuration-set=bulk_1&sign=false&endpoint=https://vpce-1.example.com',
      'ses://KEY:SECRET@eu-west-1?configuration-set=bulk_1&sign=false&endpoint=https://vpce-1.example.com',
    ],
    ['MAIL_TRANSPORT', 'mx:', 'mx:'],
    ['BOOTSTRAP_SECRET_KEY', `sk_${'a'.repeat(32)}`, `sk_${'a'.repeat(32)}`],
    ['MAIL_HOSTNAME', 'mx1.example.com', 'mx1.example.com'],
  ])('%s=%s is read', (...[name, text, value]) => {
    expect(readConfig({ [name]: text })).toHaveProperty(name, value)
  })

  it('of DATABASE_URL may be a list', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://a@one/lettermill, postgresql://a@two/lettermill',
      ENCRYPTION_KEY: KEY,
    })
    expect(config.DATABASE_URL).toEqual(['postgres://a@one/lettermill', 'postgresql://a@two/lettermill'])
  })

  it.each([
    ['postgres://a:b@one:5433,two/mill', ['postgres://a:b@one:5433/mill', 'postgres://a:b@two/mill']],
    [
      'postgres://a:p,q@[::1]:5433,10.0.0.2:1/mill?target_session_attrs=read-write&sslmode=require',
      [
        'postgres://a:p,q@[::1]:5433/mill?sslmode=require',
        'postgres://a:p,q@10.0.0.2:1/mill?sslmode=require',
      ],
    ],
    ['postgres://a@one/mill?target_session_attrs=primary', ['postgres://a@one/mill']],
    ['postgres:///mill?host=/run/postgresql', ['postgres:///mill?host=/run/postgresql']],
    [
      'postgres://a@one,two/mill,postgres://a@three/mill',
      ['one', 'two', 'three'].map((host) => `postgres://a@${host}/mill`),
    ],
  ])('of DATABASE_URL may have several hosts in a URL: %s', (...[DATABASE_URL, urls]) => {
    expect(readConfig({ DATABASE_URL, ENCRYPTION_KEY: KEY }).DATABASE_URL).toEqual(urls)
  })

  it('of PORT shows in the address, unless PUBLIC_URL says another', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://a.example' }).publicUrl).toBe('https://a.example')
  })
})

describe('a bad value', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000 '],
    ['PORT', '3e3'],
    ['PORT', '1.5'],
    ['PUBLIC_URL', 'mail.example.com'],
    ['PUBLIC_URL', 'ftp://mail.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '501'],
    ['API_RATE_PER_MINUTE', 'none'],
    ['AUTH_FAILURES_PER_MINUTE', '-1'],
    ['SEND_RATE_PER_SECOND', '1.5'],
    ['SEND_THREADS', '33'],
    ['JSON_LIMIT_MB', '0'],
    ['JSON_LIMIT_MB', '513'],
    ['IMPORT_LIMIT_MB', '0'],
    ['WORKER_CONCURRENCY', '0'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_TOKEN', 'too-short'],
    ['METRICS_TOKEN', 'long enough but with spaces'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['ENCRYPTION_KEY', 'x'.repeat(31)],
    ['BOOTSTRAP_SECRET_KEY', `pk_${'a'.repeat(32)}`],
    ['BOOTSTRAP_SECRET_KEY', `sk_${'a'.repeat(31)}`],
    ['BOOTSTRAP_SECRET_KEY', `sk_${'a'.repeat(32)} b`],
    ['BOOTSTRAP_PUBLIC_KEY', `sk_${'a'.repeat(32)}`],
    ['MAIL_TRANSPORT', 'smtp'],
    ['MAIL_TRANSPORT', 'smtp://'],
    ['MAIL_TRANSPORT', 'sendmail:'],
    ['MAIL_TRANSPORT', 'ses:'],
    ['MAIL_TRANSPORT', 'ses://Ireland'],
    ['MAIL_TRANSPORT', 'ses://eu-west-1:443'],
    ['MAIL_TRANSPORT', 'ses://KEY@eu-west-1'],
    ['MAIL_TRANSPORT', 'ses://KEY:a/b@eu-west-1'],
    ['MAIL_TRANSPORT', 'ses://KEY:a%zz@eu-west-1'],
    ['MAIL_TRANSPORT', 'ses://KEY%0A:SECRET@eu-west-1'],
    ['AWS_ACCESS_KEY_ID', 'KEY\n'],
    ['AWS_SESSION_TOKEN', 'one two'],
    ['MAIL_TRANSPORT', 'ses://KEY:SECRET@eu-west-1/path'],
    ['MAIL_CONNECTIONS', '0'],
    ['MAIL_CONNECTIONS', '1001'],
    ['MAIL_HOSTNAME', 'not a host'],
    ['SPAMD_HOST', 'spam host'],
    ['SPAMD_HOST', 'spam.internal:99999'],
    ['DKIM_ZONE', 'localhost'],
    ['DKIM_ZONE', '_dkim.example.com'],
    ['DKIM_ZONE', `${'a.'.repeat(114)}com`],
    ['NTP_SERVER', 'time.example.com:99999'],
    ['NTP_SERVER', 'ntp://time.example.com'],
    ['GOOGLE_POSTMASTER_CREDENTIALS', '/etc/google.json'],
    ['SNDS_KEY', 'https://sendersupport.olc.protection.outlook.com/'],
    ['DNS_SERVERS', 'dns.example.com'],
    ['DNS_SERVERS', '9.9.9.9;1.1.1.1'],
    ['SMTP_PORT', '70000'],
    ['BOUNCE_PORT', 'x'],
    ['SMTPS_PORT', '-1'],
    ['SMTP_TRUSTED_NETWORKS', '10.0.0.0/33'],
    ['SMTP_TRUSTED_NETWORKS', 'localhost'],
  ])('%s=%s is refused by name', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(`${name} `)).toBe(true)
  })

  it.each([
    ['smtp://relay.net?tls=bogus', '?tls=bogus'],
    ['smtp://relay.net?tls=', '?tls='],
    ['smtp://relay.net?TLS=required', '?TLS=required'],
    ['smtp://relay.net?verify=no', '?verify=no'],
    ['smtps://relay.net?sign=0', '?sign=0'],
    ['smtp://relay.net?starttls=required', '?starttls=required'],
    ['smtp://relay.net?verify=true&verify=false', '?verify=true&verify=false'],
    ['smtp://relay.net#tls=required', '#tls=required'],
  ])('MAIL_TRANSPORT=%s is refused with the valid options', (value, option) => {
    expect(problemsOf({ MAIL_TRANSPORT: value })).toEqual([
      `MAIL_TRANSPORT has no option ${option}; the valid options are tls=required, verify=true or false, sign=true or false, provider=ses or sendgrid or mailgun or postmark or resend or brevo or mailjet or sparkpost or custom`,
    ])
  })

  it.each([
    ['?tls=required'],
    ['?configuration-set=a%20b'],
    ['?endpoint=http://ses.example.com'],
    ['?endpoint=https://ses.example.com/path'],
    ['?endpoint=ses.example.com'],
  ])('MAIL_TRANSPORT=ses://KEY:SECRET@eu-west-1%s is refused with the valid options', (option) => {
    expect(problemsOf({ MAIL_TRANSPORT: `ses://KEY:SECRET@eu-west-1${option}` })).toEqual([
      `MAIL_TRANSPORT has no option ${option.replace('%20', ' ')}; the valid options are sign=true or false, configuration-set=NAME, endpoint=https://HOST`,
    ])
  })

  it('every unknown option of MAIL_TRANSPORT is named, and no password', () => {
    const problems = problemsOf({ MAIL_TRANSPORT: 'smtp://ann:secret-pass@relay.net?a=1&sign=false&b=2' })
    expect(problems.map((one) => /option (\S+);/.exec(one)?.[1])).toEqual(['?a=1', '?b=2'])
    expect(problems.join()).not.toContain('secret-pass')
  })

  it.each([['mysql://a@b/c'], ['postgres://'], ['postgres://a@one/x,mysql://b']])(
    'DATABASE_URL=%s is refused by name',
    (value) => {
      expect(problemsOf({ DATABASE_URL: value, ENCRYPTION_KEY: KEY })).toMatchObject([
        /^DATABASE_URL must be/,
      ])
    },
  )

  it.each([
    [
      'postgres://a:secret@one,two/x?target_session_attrs=standby',
      'has target_session_attrs with a value other than read-write',
    ],
    ['postgres://a:secret@one,,two/x', 'must have host or host:port between the commas'],
    ['postgres://a:secret@one:port,two/x', 'must have host or host:port between the commas'],
  ])('DATABASE_URL=%s is refused with the reason', (...[DATABASE_URL, reason]) => {
    const problems = problemsOf({ DATABASE_URL, ENCRYPTION_KEY: KEY })
    expect(problems).toEqual([expect.stringContaining(`DATABASE_URL ${reason}`)])
    expect(problems.join()).not.toContain('secret')
  })

  it('that may be a secret is not repeated in the complaint', () => {
    const secrets = {
      ENCRYPTION_KEY: 'short-secret',
      BOOTSTRAP_SECRET_KEY: 'secret-key',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: 'secret-pass',
      DATABASE_URL: 'mysql://user:secret-pass@host/db',
      MAIL_TRANSPORT: 'smtpx://user:secret-pass@host',
    }
    const problems = [
      ...problemsOf(secrets),
      ...problemsOf({ MAIL_TRANSPORT: 'ses://KEY:secret-/pass@eu-west-1' }),
    ]
    expect(problems).toHaveLength(6)
    expect(problems.join('\n')).not.toMatch(/secret-|short-secret/)
  })
})

describe('settings that need each other', () => {
  it.each([
    [{ DATABASE_URL: 'postgres://a@b/c' }, 'ENCRYPTION_KEY is required with DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://a@b/c' }, 'DATABASE_URL is required with DATABASE_DIRECT_URL'],
    [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD is required with ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'long enough it is' }, 'ADMIN_EMAIL is required with ADMIN_PASSWORD'],
    [{ SMTP_TLS_CERT: '/cert.pem' }, 'SMTP_TLS_KEY is required with SMTP_TLS_CERT'],
    [{ SMTP_TLS_KEY: '/key.pem' }, 'SMTP_TLS_CERT is required with SMTP_TLS_KEY'],
  ])('%j', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem])
  })

  it('are the keys of AWS, unless the URL of SES has them', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'SECRET', AWS_SESSION_TOKEN: 'TOKEN' }
    const required = (name: string) =>
      `${name} is required with MAIL_TRANSPORT=ses://region; the key and its secret can be in the URL too: ses://KEY:SECRET@region`
    const MAIL_TRANSPORT = 'ses://eu-west-1'
    expect(problemsOf({ MAIL_TRANSPORT })).toEqual(Object.keys(keys).slice(0, 2).map(required))
    expect(problemsOf({ MAIL_TRANSPORT, AWS_ACCESS_KEY_ID: 'KEY' })).toEqual([
      required('AWS_SECRET_ACCESS_KEY'),
    ])
    expect(readConfig({ MAIL_TRANSPORT, ...keys })).toMatchObject({ MAIL_TRANSPORT, ...keys })
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'KEY' })).toEqual([])
  })

  it('are not satisfied by an empty value', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://a@b/c', ENCRYPTION_KEY: '' })).toHaveLength(1)
  })
})

describe('several bad values', () => {
  it('are told all at once, one a line', () => {
    const environment = {
      PORT: 'x',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'maybe',
      DATABASE_URL: 'postgres://a@b/c',
    }
    expect(() => readConfig(environment)).toThrow(/^The settings have 4 problems:\n/)
    const named = problemsOf(environment).map((line) => line.split(' ')[0])
    expect(named).toEqual(['PORT', 'TRUST_PROXY', 'LOG_LEVEL', 'ENCRYPTION_KEY'])
  })

  it('are one problem when it is one', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/^The settings have a problem:\n  - PORT must be/)
  })
})

describe('the number of threads that send', () => {
  it('is that of the cores, up to the most there can be, or what the setting says', () => {
    expect(readConfig({}).sendThreads).toBe(Math.min(32, availableParallelism()))
    expect(readConfig({ SEND_THREADS: '3' }).sendThreads).toBe(3)
  })
})

describe('the groups of settings', () => {
  it('hold every setting once, with a description', () => {
    const grouped = SETTING_GROUPS.flatMap(({ settings }) => Object.entries<z.ZodType>(settings.shape))
    const names = grouped.map(([name]) => name)
    expect(names).toEqual(Object.keys(settingsSchema.shape))
    expect(new Set(names).size).toBe(names.length)
    for (const [, setting] of grouped) expect(setting.description).toMatch(/\.$/)
  })
})
