import { parseArgs } from 'node:util'
import { zoneLines } from '../../features/dkim-zone/index.ts'
import { terminal } from '../../platform/terminal.ts'
import { checkWords } from './input.ts'
import { withDatabase } from './with-database.ts'

/** Prints the zone as a whole or not at all: a name server that loads a part of it would lose keys. */
export async function dkimZoneCommand(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  checkWords(positionals, 'dkim-zone')
  const zone = await withDatabase(async ({ db, now }) => {
    let lines = ''
    for await (const piece of zoneLines(db, { now })) lines += piece
    return lines
  })
  if (zone !== '') terminal.print(zone.trimEnd())
}
