import { describe, expect, it } from 'vitest'
import { concealSecrets, placeholdersIn, revealSecrets } from './webhook-secrets.ts'

const call = (config: object) => ({ id: 'call', type: 'WEBHOOK', config })

const concealed = (config: object) => {
  const { steps, secrets } = concealSecrets([call(config)], 'orders')
  return { config: steps[0]?.config, secrets: Object.fromEntries(secrets) }
}

describe('secrets of calls', () => {
  it('are headers, unless they are known to be harmless or only Liquid', () => {
    const headers = {
      Accept: 'application/json',
      'X-Key': 'k',
      X_Key: 'l',
      Authorization: 'Bearer {{ contact.token }}',
      Cookie: '{{ "abc" }}',
    }
    expect(concealed({ url: 'https://example.com', headers })).toEqual({
      config: {
        url: 'https://example.com',
        headers: {
          ...headers,
          'X-Key': '${secret.ORDERS__CALL__X_KEY}',
          X_Key: '${secret.ORDERS__CALL__X_KEY_2}',
          Cookie: '${secret.ORDERS__CALL__COOKIE}',
        },
      },
      secrets: {
        ORDERS__CALL__X_KEY: 'k',
        ORDERS__CALL__X_KEY_2: 'l',
        ORDERS__CALL__COOKIE: '{{ "abc" }}',
      },
    })
  })

  it('are parts of an address and of a body that look like tokens', () => {
    const url = 'https://hooks.example.com/services/T00AA11BB22/x?plan={{ plan }}&sig=abc&page=2#top'
    const body = '{"apiKey": "a\\"b", "plan": "pro", "token": "{{ event.token }}"}'
    expect(concealed({ url, body }).config).toEqual({
      url: 'https://hooks.example.com/services/T00AA11BB22/x?plan={{ plan }}&sig=${secret.ORDERS__CALL__URL__SIG}&page=2#top',
      body: '{"apiKey": "${secret.ORDERS__CALL__BODY__APIKEY}", "plan": "pro", "token": "{{ event.token }}"}',
    })
    const long = url.replace('T00AA11BB22', 'T00AA11BB22CC33')
    expect(concealed({ url: long }).secrets).toEqual({
      ORDERS__CALL__URL__2: 'T00AA11BB22CC33',
      ORDERS__CALL__URL__SIG: 'abc',
    })
  })

  it('are values of a form with the names of secrets', () => {
    const body = 'token=abc&user_key={{ key }}&text=Order {{ id }} = paid&api[secret]=x%26y&note=a,b'
    expect(concealed({ url: 'https://example.com', body })).toEqual({
      config: {
        url: 'https://example.com',
        body: 'token=${secret.ORDERS__CALL__BODY__TOKEN}&user_key={{ key }}&text=Order {{ id }} = paid&api[secret]=${secret.ORDERS__CALL__BODY__API_SECRET_}&note=a,b',
      },
      secrets: { ORDERS__CALL__BODY__TOKEN: 'abc', ORDERS__CALL__BODY__API_SECRET_: 'x%26y' },
    })
  })

  it('come back as they were, and a second look changes nothing', () => {
    const config = {
      url: 'https://example.com/a?key=1',
      headers: { Authorization: 'x' },
      body: '{"secret": "s", "note": "${secret.A}"}',
    }
    const { steps, secrets } = concealSecrets([call(config)], 'orders')
    expect(revealSecrets(steps, (name) => secrets.get(name) ?? '')).toEqual([call(config)])
    expect(concealSecrets(steps, 'orders').steps).toEqual(steps)
    expect(placeholdersIn(steps).map(({ field }) => field)).toEqual([
      'steps.0.config.url',
      'steps.0.config.headers.Authorization',
      'steps.0.config.body',
      'steps.0.config.body',
    ])
  })
})
