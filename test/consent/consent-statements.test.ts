// A statement that can change a consent names its source, or the ledger says that it is unknown.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

/** Functions that write contacts without a source, and why. */
const WITHOUT: Record<string, string> = {
  ensureContactsSql: 'new contacts were never asked, and others keep their consent',
  setPause: 'a pause is no change of consent',
}

const DECLARATION = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm

function findUnsourced(text: string): string[] {
  const starts = [...text.matchAll(DECLARATION)]
  return starts.flatMap(({ index, 1: name = '' }, place) => {
    const code = text.slice(index, starts[place + 1]?.index)
    const isWrite = /\b(?:insert into|update) contacts\b|(?:insertInto|updateTable)\('contacts'\)/.test(code)
    return isWrite && !/\bsourced/.test(code) ? [name] : []
  })
}

it('finds a function without a source', () => {
  const text = 'export function a() {}\nasync function b() {\n  sql`update contacts set x = 1`\n}\n'
  expect(findUnsourced(text)).toEqual(['b'])
  expect(findUnsourced('const c = sql`with ${sourced(s)} insert into contacts`')).toEqual([])
})

it('every statement that writes contacts has one', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/fixtures\//.test(file),
  )
  const found = files.flatMap((file) => findUnsourced(readFileSync(path.join(ROOT, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(WITHOUT))
})
