import { expect, it } from 'vitest'
import { renderReport } from './run-report.ts'

const costOf = (file: string, seconds: number, nodes = 0) => ({
  file,
  seconds,
  processorSeconds: seconds / 2,
  started: { nodes, databases: 1, browsers: 0 },
})

it('shows the slowest files first, and what all of them started', () => {
  const lines = renderReport([costOf('quick.test.ts', 1), costOf('slow.test.ts', 12.34, 2)]).split('\n')
  expect(lines[1]).toMatch(/ 12\.3 +6\.2 +2 +1 +0 +slow\.test\.ts$/)
  expect(lines[2]).toMatch(/ 1\.0 +0\.5 +0 +1 +0 +quick\.test\.ts$/)
  expect(lines[3]).toBe('Started in 2 files: 2 nodes, 2 databases, 0 browsers')
})

it('shows twenty files, and counts the others too', () => {
  const lines = renderReport(
    Array.from({ length: 30 }, (_, index) => costOf(`${index}.test.ts`, index, 1)),
  ).split('\n')
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toContain('30 nodes')
})
