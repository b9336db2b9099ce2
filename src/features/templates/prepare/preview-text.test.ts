import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { prepareTemplate } from './prepare-template.ts'
import { withPreviewText } from './preview-text.ts'

const PREVIEW = /<div style="display:none[^>]*> ([^]*?)(?:&#847;&zwnj;&nbsp;)+<\/div>/
const marked = (html: string) => withPreviewText(html, 'Hi').replace(PREVIEW, '|')
const prepare = (given: { body?: string; previewText: string }) =>
  prepareTemplate({ subject: 'S', body: '<p>B</p>', text: null, type: 'MARKETING', ...given })

describe('a preview text', () => {
  it.each([
    ['<p>B</p>', '|<p>B</p>'],
    ['<html><body class="a"><p>B</p></body></html>', '<html><body class="a">|<p>B</p></body></html>'],
    ['<!doctype html><html><head></head><p>B</p>', '<!doctype html><html><head></head>|<p>B</p>'],
    ['<!doctype html><p>B</p>', '<!doctype html>|<p>B</p>'],
    ['<!-- <body> --><BODY><p>B</p>', '<!-- <body> --><BODY>|<p>B</p>'],
    ['<br>'.repeat(40_001), `|${'<br>'.repeat(40_001)}`],
  ])('stands before everything that is shown', (html, expected) => {
    expect(marked(html)).toBe(expected)
  })

  it('is text: what could be markup is escaped, and values are', () => {
    const html = withPreviewText('', '5 < 6 & {{ name }}')
    const { html: filled } = compileTemplate({ subject: '', html, text: '' }).render({ name: '<b>' })
    expect(PREVIEW.exec(filled.toString())?.[1]).toBe('5 &lt; 6 &amp; &lt;b&gt;')
  })

  it('keeps a plain body plain, names its variables, and is not in the text part', async () => {
    const { html, text, variables, isPlain } = await prepare({ previewText: 'For {{ name ?? "you" }}' })
    expect(html).toMatch(PREVIEW)
    expect({ text, variables, isPlain }).toEqual({ text: 'B', variables: ['name'], isPlain: true })
  })

  it('leaves the body as it is when it is blank', async () => {
    expect((await prepare({ previewText: ' ' })).html).toBe('<p>B</p>')
  })

  it.each(['Hi {{ name', '{% if a %}Hi'])(
    'is refused with its place when it is no Liquid: %s',
    async (previewText) => {
      // The body cannot close what the preview text leaves open.
      await expect(prepare({ previewText, body: '{% if b %}{% endif %}' })).rejects.toMatchObject({
        code: 'TEMPLATE_SYNTAX',
        message: expect.stringMatching(/^previewText, line 1, column \d+: /) as unknown,
      })
    },
  )
})
