import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** The output of a process that logs this at the level info. */
function write(entry: string): string {
  const code = `import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    log.debug('not to be seen')
    log.info(${entry}, 'seen')`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
}

it('removes secrets from what is logged, and shows that they were there', () => {
  const output = write(`{
    req: { headers: { authorization: 'Bearer sk_secret', cookie: 'session=secret', accept: '*/*' } },
    headers: { authorization: 'Bearer sk_secret' },
    account: { password: 'secret', email: 'kept' },
    row: { digest: 'secret', key: 'secret', token: 'secret', id: 'kept' },
  }`)
  expect(output).not.toContain('secret')
  expect(JSON.parse(output)).toMatchObject({
    msg: 'seen',
    req: { headers: { authorization: '[removed]', accept: '*/*' } },
    account: { password: '[removed]', email: 'kept' },
    row: { digest: '[removed]', key: '[removed]', token: '[removed]', id: 'kept' },
  })
})

it('writes one line of JSON per entry, from the chosen level on', () => {
  const output = write('{}')
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(output).not.toContain('not to be seen')
})
