// Every example of docs/templates.md, rendered: the page promises what the code does.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderHtml } from './fixtures/rendering.ts'
import type { Values } from './fixtures/rendering.ts'
import * as limits from './template-limits.ts'

const page = readFileSync(new URL('../../../docs/templates.md', import.meta.url), 'utf8')
const values = JSON.parse(/```json\n([^]*?)```/.exec(page)?.[1] ?? '') as Values

/** Rows of the tables that have a template and its result, in Markdown's spelling of code. */
const examples = page
  .split('\n')
  .map((line) => /^\| `((?:[^`])+)` \| (?:`([^`]*)`)? ?\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, template = '', result = '']) => [template, result].map((cell) => cell.replaceAll('\\|', '|')))

describe('docs/templates.md', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThan(30))

  it.each(examples)('%s is %s', (template = '', result = '') => {
    expect(renderHtml(template, values).replaceAll('\n', '↵')).toBe(result)
  })

  it.each(
    Object.entries(limits).filter(
      ([name]) => name !== 'RENDER_LIMIT_MS' && name !== 'MAX_DATE_FORMAT_LENGTH',
    ),
  )('names the limit %s, %i', (_, limit) =>
    expect(page).toMatch(new RegExp(`\\b${limit.toLocaleString('en-GB')}\\b`)),
  )
})
