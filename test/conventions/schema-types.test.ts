import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

it('a schema that mentions Node or the browser does not compile', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/typescript7/bin/tsc',
      '--project',
      'test/conventions/fixtures/schema-types',
      '--pretty',
      'false',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  )
  const found = stdout.split('\n').filter((line) => line.includes('error'))
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(expect.stringMatching(/browser\.schema\.ts.*Cannot find name 'document'/))
  expect(found).toContainEqual(expect.stringMatching(/node\.schema\.ts.*Cannot find name 'process'/))
})
