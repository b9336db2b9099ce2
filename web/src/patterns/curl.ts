import type { Account } from '../api/account.ts'

/** The same call for a terminal. The key is a variable of the shell: a key is shown once, when it is made. */
export const curlOf = ({ instance }: Account, path: string): string =>
  `curl '${instance.publicUrl}${path}' -H "Authorization: Bearer $KEY"`
