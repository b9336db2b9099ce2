// MJML takes half a second to load and then compiles in milliseconds, so one file tests all of it.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { compileMjml } from './mjml-compile.ts'
import { isMjml } from './mjml-source.ts'
import { prepareTemplate } from './prepare-template.ts'

const inBody = (content: string, head = '') => `<mjml>${head}<mj-body>${content}</mj-body></mjml>`
const inColumn = (content: string) => inBody(`<mj-section><mj-column>${content}</mj-column></mj-section>`)

async function render(mjml: string, variables: Record<string, unknown> = {}): Promise<string> {
  const { html } = await compileMjml(mjml)
  return compileTemplate({ subject: '', html, text: '' }).render(variables).html.toString()
}

const textIn = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

async function refusalOf(mjml: string): Promise<string> {
  const error: unknown = await compileMjml(mjml).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).code).toBe('TEMPLATE_SYNTAX')
  return (error as AppError).message
}

const codesOf = async (mjml: string) => (await compileMjml(mjml)).checks.map(({ code }) => code)

describe('isMjml', () => {
  it('knows MJML behind a byte order mark, blanks and comments', () => {
    expect(isMjml('\uFEFF \n<!-- a --> <!-- b -->\n<mjml>')).toBe(true)
    expect(isMjml('<MJML lang="en">')).toBe(true)
    expect(isMjml('<p><mjml></p>')).toBe(false)
    expect(isMjml('<mjmlx>')).toBe(false)
  })
})

describe('compileMjml', () => {
  it('makes HTML with tables and media queries', async () => {
    const { html, checks } = await compileMjml(inColumn('<mj-text>Hi {{ name }}</mj-text>'))
    expect(html).toContain('<!doctype html>')
    expect(html).toContain('@media only screen')
    expect(html).toContain('Hi {{ name }}')
    expect(checks).toEqual([])
  })

  it('keeps loops and conditions between components', async () => {
    const mjml = inBody(
      '{% for s in rows %}<mj-section>{% if s.n > 1 %}<mj-column><mj-text>{{ s.n }}</mj-text></mj-column>{% endif %}</mj-section>{% endfor %}',
    )
    expect(textIn(await render(mjml, { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] }))).toBe('2 3')
  })

  it('keeps Liquid inside of components, whatever it holds', async () => {
    const mjml = inColumn(
      `<mj-text><p {% if a < 2 %}class="x"{% else %}class="y"{% endif %}>{{ b | default: "<>&" }}</p></mj-text>
       <mj-table>{% for r in rows %}<tr><td>{{ r }}</td></tr>{% endfor %}</mj-table>
       <mj-raw>{% raw %}{{ literal }}{% endraw %}</mj-raw>
       <mj-button href="{{ url }}?x={{ a }}">Go</mj-button>`,
    )
    const html = await render(mjml, { a: 1, rows: ['r1', 'r2'], url: 'https://x.example' })
    expect(textIn(html)).toBe('&lt;&gt;&amp; r1 r2 {{ literal }} Go')
    expect(html).toContain('href="https://x.example?x=1"')
    expect(html).toMatch(/<p\s+class="x"\s*>/)
  })

  it('lets Liquid fill attributes whose values are checked otherwise', async () => {
    expect(
      await render(inColumn('<mj-text color="{{ c }}" css-class="{{ k }}">x</mj-text>'), {
        c: '#abcdef',
        k: 'big',
      }),
    ).toMatch(/class="big"[\s\S]*color:#abcdef/)
  })

  it('inlines the styles that ask for it without touching anything else', async () => {
    const head = '<mj-head><mj-style inline="inline">.red { color: {{ c }} }</mj-style></mj-head>'
    const body =
      '<mj-section><mj-column><mj-text><p class="red" {% if x %}id="a"{% endif %}>A</p><b class="red">B</b></mj-text></mj-column></mj-section>'
    const { html } = await compileMjml(inBody(body, head))
    expect(html).toContain('<b style="color: {{ c }};" class="red">B</b>')
    expect(html).toMatch(/<p class="red" \{% if x %\}id="a"\s*\{% endif %\}>A<\/p>/)
  })

  it('puts such styles into the head where they cannot be inlined for certain', async () => {
    const head = '<mj-head><mj-style inline="inline">.a + .b { color: red }</mj-style></mj-head>'
    const { html, checks } = await compileMjml(inBody('{% if x %}<mj-section></mj-section>{% endif %}', head))
    expect(html).toContain('<style type="text/css">.a + .b { color: red }</style></head>')
    expect(checks.map(({ code }) => code)).toEqual(['CSS_NOT_INLINED'])
  })

  it('loads nothing from servers that the author did not name', async () => {
    const mjml = inColumn(
      `<mj-text font-family="Roboto, Ubuntu">x</mj-text>
       <mj-social><mj-social-element name="facebook" href="https://mine.example/f"/>
       <mj-social-element name="github-noshare" href="https://mine.example/g">Code</mj-social-element></mj-social>
       <mj-accordion><mj-accordion-element><mj-accordion-title>T</mj-accordion-title><mj-accordion-text>U</mj-accordion-text></mj-accordion-element></mj-accordion>
       <mj-carousel><mj-carousel-image src="https://mine.example/i.png" /><mj-carousel-image src="https://mine.example/j.png" /></mj-carousel>`,
    )
    const { html, checks } = await compileMjml(mjml)
    const loaded = [
      ...html.matchAll(/(?:src|background|srcset)="([^"]*)"|url\(([^)]*)\)|<link[^>]*href="([^"]*)"/g),
    ]
    const hosts = new Set(
      loaded.map(([, a, b, c]) => new URL(a ?? b ?? c ?? '', 'https://relative.example').host),
    )
    expect([...hosts]).toEqual(['mine.example'])
    expect(html).toContain('>Facebook</span>')
    expect(html).not.toContain('>Github</span>')
    expect(checks.map(({ code }) => code)).toEqual(['MJML_DEFAULT_ICONS'])
  })

  it('keeps the icons that the author names', async () => {
    const src = 'https://www.mailjet.com/images/theme/v1/icons/ico-social/facebook.png'
    const { html, checks } = await compileMjml(
      inColumn(`<mj-social><mj-social-element name="facebook" src="${src}" alt="F" /></mj-social>`),
    )
    expect(html).toContain(src)
    expect(checks).toEqual([])
  })

  it('sets attributes of HTML with values that Liquid fills', async () => {
    const head =
      '<mj-head><mj-html-attributes><mj-selector path=".a"><mj-html-attribute name="data-b">{{ c }}</mj-html-attribute></mj-selector></mj-html-attributes></mj-head>'
    const { html } = await compileMjml(inBody('<mj-raw><p class="a">{{ d }}</p></mj-raw>', head))
    expect(html).toContain('<p class="a" data-b="{{ c }}">{{ d }}</p>')
  })

  it('tells what it drops', async () => {
    expect(await codesOf(inBody('\nstray text<mj-section></mj-section>'))).toEqual(['MJML_TEXT_DROPPED'])
    expect(await codesOf(inColumn('<mj-image src="x" width="{{ w }}px" />'))).toEqual(['MJML_LIQUID_DROPPED'])
  })

  it.each([
    [
      'an unknown attribute',
      inColumn('\n <mj-text foo="1">a</mj-text>'),
      /^body, line 2, column 2: .*Attribute foo is illegal/,
    ],
    ['an unknown element', inColumn('<mj-foo>a</mj-foo>'), /line 1, column 39: .*mj-foo doesn't exist/],
    [
      'an element at a wrong place',
      inBody('\n\n<mj-text>a</mj-text>'),
      /line 3, column 1: .*cannot be used inside mj-body/,
    ],
    [
      'an element that is not closed',
      inBody('<mj-section>\n<mj-column>'),
      /line 2, column 12: <\/mj-body> does not fit: <\/mj-column> is expected/,
    ],
    ['an end too many', `${inBody('')}\n</mj-section>`, /line 2, column 1: <\/mj-section> does not fit/],
    ['no body', '<mjml></mjml>', /Malformed MJML/],
    [
      'an include',
      inBody('\n<mj-include path="./package.json" />'),
      /line 2, column 1: mj-include is not available/,
    ],
    [
      'Liquid between attributes',
      inBody('<mj-section {% if a %}padding="0"{% endif %}></mj-section>'),
      /line 1, column 28: .*between the attributes/,
    ],
    [
      'conditional attributes together with mj-html-attributes',
      `<mjml><mj-head><mj-html-attributes><mj-selector path=".a"><mj-html-attribute name="b">{{ c }}</mj-html-attribute></mj-selector></mj-html-attributes></mj-head>
<mj-body><mj-raw><p {% if a %}class="a"{% endif %}>x</p></mj-raw></mj-body></mjml>`,
      /^body, line 2, column 21: .*cannot be combined/,
    ],
    [
      'Liquid outside of the body',
      '<mjml>\n{{ a }}<mj-body></mj-body></mjml>',
      /line 2, column 1: .*cannot stand directly in <mjml>/,
    ],
    ['Liquid before the document', '<!-- {{ a }} -->{% if a %}<mjml></mjml>{% endif %}', /outside <mjml>/],
    [
      'a width that Liquid fills',
      inBody(
        '<mj-section padding="{{ p }}px"><mj-column width="{{ w }}px"><mj-text>a</mj-text></mj-column></mj-section>',
      ),
      /calculates with widths/,
    ],
    ['too many components', inColumn('<mj-spacer />'.repeat(4000)), /too many components/],
    [
      'too deep a nesting',
      inBody('<mj-wrapper>'.repeat(60) + '</mj-wrapper>'.repeat(60)),
      /nested too deeply/,
    ],
  ])('refuses %s', async (_what, mjml, message) => {
    expect(await refusalOf(mjml)).toMatch(message)
  })

  it('counts lines in what the author wrote, also behind Liquid of several lines', async () => {
    const mjml = inBody('{{ a\n | upcase\n }}<!-- two\nlines --><mj-section foo="1"></mj-section>')
    expect(await refusalOf(mjml)).toMatch(/^body, line 4, column 10: /)
  })

  it('names several problems at once', async () => {
    expect(await refusalOf(inColumn('<mj-text a="1"></mj-text>\n<mj-text b="1"></mj-text>'))).toMatch(
      /Attribute a .*; line 2, column 1: .*Attribute b/,
    )
  })
})

describe('prepareTemplate', () => {
  const prepare = (body: string) => prepareTemplate({ subject: 'S', body, text: null, type: 'TRANSACTIONAL' })

  it('makes HTML and text of MJML', async () => {
    const { html, text, variables } = await prepare(
      inBody(
        '{% if a %}<mj-section><mj-column><mj-text>Hi {{ a }}</mj-text></mj-column></mj-section>{% endif %}',
      ),
    )
    expect(variables).toEqual(['a'])
    const rendered = compileTemplate({ subject: '', html, text }).render({ a: 'Ann' })
    expect(rendered.html.toString()).toContain('>Hi Ann</div>')
    expect(rendered.text.toString().trim()).toBe('Hi Ann')
  })

  it('says where Liquid is wrong in what the author wrote', async () => {
    await expect(prepare(inBody('\n{{ a | nope }}'))).rejects.toThrow(/^body, line 2, column \d+: .*nope/)
  })

  it('tells of fonts that the author loads', async () => {
    const head = '<mj-head><mj-font name="A" href="https://fonts.example/a" /></mj-head>'
    const column = '<mj-column><mj-text font-family="A">x</mj-text></mj-column>'
    const { checks } = await prepare(inBody(`<mj-section>${column}</mj-section>`, head))
    expect(checks.map(({ code }) => code)).toEqual(['FOREIGN_FONT'])
  })
})

const prepared = (body: string, subject = 'Hi {{ name }} & all') =>
  prepareTemplate({ subject, body, text: null, type: 'MARKETING' })

describe('the head of an email made from MJML', () => {
  const body = inColumn('<mj-text>Hi</mj-text>')

  it('has the language of the project, the subject as its title, and a color scheme', async () => {
    const { html, variables } = await prepared(body)
    const values = { name: '<Ann>', lm_language: 'pt-BR' }
    const filled = compileTemplate({ subject: '', html, text: '' }).render(values).html.toString()
    expect(filled).toContain('<html lang="pt-BR"')
    expect(filled).toContain('<title>Hi &lt;Ann&gt; &amp; all</title>')
    expect(filled).toContain('<meta name="color-scheme" content="light">')
    expect(variables).toEqual(['name'])
  })

  it('keeps what its author wrote there', async () => {
    const head =
      '<mj-head><mj-title>Mine</mj-title><mj-raw><meta name="color-scheme" content="light dark"></mj-raw></mj-head>'
    const own = inBody('<mj-section></mj-section>', head).replace('<mjml>', '<mjml lang="de">')
    const { html } = await prepared(own)
    expect(html).toContain('<html lang="de"')
    expect(html).toContain('<title>Mine</title>')
    expect(html.match(/"color-scheme" content="[^"]*"/g)).toEqual(['"color-scheme" content="light dark"'])
  })

  it('does not let the subject set the variables of the body', async () => {
    const { html } = await prepared(body, '{% assign name = "X" %}Hi')
    expect(html).toContain('<title></title>')
    expect(html).not.toContain('assign')
  })
})

/** SpamAssassin's __FONT_INVIS: a letter right after a tag with an invisible font. */
const INVISIBLE =
  /<(?!style)[a-z]+\s[^>]{1,80}font(?:-size)?\s*:\s*0*[01](?:\.\d+)?(?:px|pt)(?:\s[a-z]|\s*[;'])[^>]{0,80}>[a-z0-9]/i

it.each([
  ['previewText', inColumn('<mj-text>Hi</mj-text>'), 'News for you'],
  ['previewText of HTML', '<p>Hi</p>', 'News for you'],
  [
    'mj-preview',
    inBody('<mj-section></mj-section>', '<mj-head><mj-preview>News for you</mj-preview></mj-head>'),
    null,
  ],
])('%s is hidden in a way that costs no points of SpamAssassin', async (_what, body, previewText) => {
  const { html } = await prepareTemplate({ subject: 'S', body, text: null, type: 'MARKETING', previewText })
  expect(html).toMatch(/> News for you/)
  expect(html).not.toMatch(INVISIBLE)
})
