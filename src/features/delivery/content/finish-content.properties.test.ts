import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { finishContent } from './finish-content.ts'

const CLICKS = { opens: false, clicks: true }

it('tracking leaves every body what it was once its variables are filled in', () => {
  const pieces = fc.constantFrom(
    '<a href="https://a.example/{{ x }}">',
    '<a href=https://b.example>',
    '</a>',
    '{{ x }}',
    '{% if x %}',

    '{% endif %}',
    '<p class="{{ x }}">',
    '{% raw %}',
    '{% endraw %}',
    '<!--',
    '-->',
    '"',
    "'",
    '>',
    ' ',
    '<',

    '</body>',
    '</html>',
    '<style>',
    '</style>',
    '{% for i in l %}',
    '{% endfor %}',
    "<area href='https://c.example/'>",
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = parts.join('')
      const values = { x: 'v', l: [1, 2] }
      let before: string
      try {
        before = compileTemplate({ subject: '', html, text: '' }).render(values).html.toString()
      } catch {
        return
      }
      const { html: done, links } = finishContent({ html, text: '', isMarketing: false, tracking: CLICKS })
      const numbered = Object.fromEntries(
        links.map((link, number) => [
          `lm_link_${number}`,
          compileTemplate({ subject: link, html: '', text: '' }).render(values).subject,
        ]),
      )
      const after = compileTemplate({ subject: '', html: done, text: '' }).render({
        ...values,
        ...numbered,
      })
      const bareQuotes = (text: string) =>
        text.replaceAll('href="https://b.example"', 'href=https://b.example')
      expect(bareQuotes(after.html.toString())).toBe(bareQuotes(before))
    }),
    propertyRuns(500),
  )
})
