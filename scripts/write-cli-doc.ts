// Writes the reference of docs/cli.md from the table of commands.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { referenceText } from '../src/commands/reference.ts'

const FILE = path.join(import.meta.dirname, '../docs/cli.md')
const HEAD = '## Reference\n\n'

const [guide = ''] = readFileSync(FILE, 'utf8').split(HEAD)
writeFileSync(FILE, `${guide}${HEAD}${referenceText()}\n`)
