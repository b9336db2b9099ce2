// `lettermill import` against a real node, with its receipt.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect } from 'vitest'
import type { Tally } from '../../src/commands/call/move-in/receipt.ts'
import { ask } from './http-client.ts'
import { SECRET_KEY, useNodes } from './node-process.ts'
import type { ReadyNode, Settings } from './node-process.ts'
import { runHere } from './run-command.ts'
import type { CommandExit } from './run-command.ts'

export type Receipt = {
  dryRun: boolean
  counts: Record<string, Tally>
  leftOut: { of: string; reason: string; count: number; examples: string[] }[]
  untranslated: { template: string; line: number; source: string }[]
}
export type ImportedContact = {
  id: string
  email: string
  subscriptionState: string
  topics: Record<string, boolean>
  data: Record<string, unknown>
}

/** For a whole test file. `environment`: the tokens of services. */
export function useMoveIn(environment: () => Settings) {
  const nodes = useNodes()
  const place: { node: ReadyNode | undefined; folder: string } = { node: undefined, folder: '' }
  beforeAll(async () => {
    place.node = await nodes.start()
    place.folder = nodes.dataDir()
    mkdirSync(place.folder, { recursive: true })
  })
  const node = (): ReadyNode => {
    if (!place.node) throw new Error('the node is started before the first test')
    return place.node
  }
  const run = (...words: string[]): Promise<CommandExit> =>
    runHere(['import', ...words], {
      LETTERMILL_BASE_URL: node().url,
      LETTERMILL_API_KEY: SECRET_KEY,
      XDG_CONFIG_HOME: place.folder,
      TMPDIR: place.folder,
      ...environment(),
    })
  const read = async <T>(pathname: string): Promise<T> => (await ask(node(), `GET ${pathname}`)).json<T>()
  return {
    node,
    folder: () => place.folder,
    run,
    read,
    receiptOf: async (...words: string[]): Promise<Receipt> => {
      const exit = await run(...words)
      expect(exit).toMatchObject({ code: 0 })
      return JSON.parse(exit.stdout) as Receipt
    },
    contactOf: async (email: string): Promise<ImportedContact | undefined> => {
      const { contacts } = await read<{ contacts: ImportedContact[] }>(
        `/contacts?email=${encodeURIComponent(email)}`,
      )
      return contacts[0]
    },
    fileOf: (name: string, content: string): string => {
      const file = path.join(place.folder, name)
      writeFileSync(file, content)
      return file
    },
  }
}
