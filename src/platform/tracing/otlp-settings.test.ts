import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const headersOf = (text: string) =>
  readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS

describe('OTEL_EXPORTER_OTLP_HEADERS', () => {
  it.each([
    ['api-key=secret', { 'api-key': 'secret' }],
    ['a=1, b=two=2 ,', { a: '1', b: 'two=2' }],
    ['authorization=Basic%20dXNlcg==', { authorization: 'Basic dXNlcg==' }],
  ])('%s', (text, headers) => {
    expect(headersOf(text)).toEqual(headers)
  })

  it.each(['secret', '=secret', 'a b=1', 'a=%', 'a=%0d%0ab', 'a=ü'])('refuses %s', (text) => {
    expect(() => headersOf(text)).toThrow('OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs')
  })
})

it('OTEL_EXPORTER_OTLP_ENDPOINT must be an address, and loses its last slash', () => {
  const endpointOf = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: text }).OTEL_EXPORTER_OTLP_ENDPOINT
  expect(endpointOf('http://collector:4318/otel/')).toBe('http://collector:4318/otel')
  expect(() => endpointOf('collector:4318')).toThrow('must be an http or https address')
})
