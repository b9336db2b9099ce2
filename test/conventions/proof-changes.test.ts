import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findChangedPlaces } from './proof-changes.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const places = globSync('proof/**/*.ts', { cwd: ROOT }).flatMap((file) => findChangedPlaces(read(file)))

describe('the places in the source that proofs change', () => {
  it('are found', () => {
    const proof =
      "const F = 'src/b.ts'\nconst A = [{ file: 'src/a.ts', from: 'x', to: `y` }, { file: F, from: 'z', to: y() }]"
    expect(findChangedPlaces(proof)).toEqual([
      { file: 'src/a.ts', from: 'x' },
      { file: 'src/b.ts', from: 'z' },
    ])
    expect(findChangedPlaces("const B = { file: 'src/b.ts', from: 'x' }")).toEqual([])
    expect(places.length).toBeGreaterThan(8)
  })

  it.each(places)('$file has the text to change exactly once: $from', ({ file, from }) => {
    expect(read(file).split(from)).toHaveLength(2)
  })
})
