import { describe, expect, it } from 'vitest'
import { buildUser } from '../../../test/support/people.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { readAccount } from './accounts.service.ts'

const test = useTestApp()

describe('the transport of the server, as accounts show it', () => {
  it.each([
    ['inbox:', 'inbox'],
    ['smtp://127.0.0.1:2525', 'smtp'],
    ['smtps://user:secret@relay.example.com', 'smtp'],
    ['ses://eu-west-1?configuration-set=bulk', 'ses'],
    ['mx:', 'mx'],
    ['mx:?local=192.0.2.1&warm-up=true', 'mx'],
  ])('%s is %s', async (MAIL_TRANSPORT, shown) => {
    const { config, database } = test.deps
    const { id } = await buildUser(test)
    const account = await readAccount(database.db, { userId: id, config: { ...config, MAIL_TRANSPORT } })
    expect(account.instance.transport).toBe(shown)
  })
})
