import { parseArgs } from 'node:util'
import { listUsers, resetPassword } from '../../features/accounts/index.ts'
import { show, table } from '../output.ts'
import { checkWords } from './input.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from './with-database.ts'

export async function accountsCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [action, email] = positionals
  switch (action) {
    case 'list':
      checkWords(positionals, 'accounts list')
      return list(values.json)
    case 'reset-password':
      checkWords(positionals, 'accounts reset-password <email>')
      return reset(email, values.json)
    case undefined:
    default:
      throw new UsageError('Usage: npx lettermill accounts list | reset-password <email>  [--json]')
  }
}

async function list(json: boolean): Promise<void> {
  const rows = await withDatabase(({ db }) => listUsers(db))
  const accounts = rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    twoFactorEnabled: row.two_factor_enabled,
    isOperator: row.is_operator,
    createdAt: row.created_at.toISOString(),
  }))
  show({ accounts }, json, () =>
    table(
      ['EMAIL', 'NAME', 'SECOND FACTOR', 'CREATED'],
      accounts.map((one) => [one.email, one.name, one.twoFactorEnabled ? 'yes' : 'no', one.createdAt]),
    ),
  )
}

async function reset(email = '', json: boolean): Promise<void> {
  const password = await withDatabase(({ db, now }) => resetPassword(db, { email, now }))
  if (password === undefined) {
    throw new Error(`There is no account ${email}. List them with: npx lettermill accounts list`)
  }
  show({ email, password }, json, () =>
    [
      `Password  ${password}`,
      '',
      'The password is shown only once. All sessions of the account have ended, and its second factor is off.',
    ].join('\n'),
  )
}
