import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../../platform/liquid/compile.ts'
import { translateHandlebars } from './handlebars.ts'

const render = (html: string, values: Record<string, unknown>): string =>
  compileTemplate({ subject: '', html, text: '' }).render(values).html.toString()

describe('Handlebars of SendGrid', () => {
  it.each([
    ['Hi {{name}} {{ user.first_name }}', 'Hi {{ name }} {{ user.first_name }}'],
    ['{{{html}}} {{&html}}', '{{ html | raw }} {{ html | raw }}'],
    ['{{insert name "default=friend"}}', '{{ name ?? "friend" }}'],
    ['{{! a note }}{{!-- {{x}} --}}', ''],
    ['{{~name~}}', '{{- name -}}'],
    [
      '<a href="<%asm_group_unsubscribe_raw_url%>">{{{unsubscribe}}}',
      '<a href="{{ unsubscribeUrl }}">{{ unsubscribeUrl }}',
    ],
    ['{{{unsubscribe_preferences}}} {{weblink}}', '{{ manageUrl }} {{ browserUrl }}'],
    [
      '{{#if vip}}a{{else if user.old}}b{{else}}c{{/if}}',
      '{% if vip != blank %}a{% elsif user.old != blank %}b{% else %}c{% endif %}',
    ],
    ['{{#unless vip}}a{{/unless}}', '{% if vip == blank %}a{% endif %}'],
    ['{{#equals plan "pro"}}a{{else}}b{{/equals}}', '{% if plan == "pro" %}a{% else %}b{% endif %}'],
    [
      '{{#greaterThan score 3}}a{{/greaterThan}}{{#lessThan score 3}}b{{/lessThan}}',
      '{% if score > 3 %}a{% endif %}{% if score < 3 %}b{% endif %}',
    ],
    [
      '{{#and a b}}x{{/and}}{{#or a b}}y{{/or}}',
      '{% if a != blank and b != blank %}x{% endif %}{% if a != blank or b != blank %}y{% endif %}',
    ],
    [
      '{{#each items}}{{@index}} {{this.title}} {{price}} {{../shop}}{{else}}none{{/each}}',
      '{% for item in items %}{{ forloop.index0 }} {{ item.title }} {{ item.price }} {{ shop }}{% else %}none{% endfor %}',
    ],
    [
      '{{#each a}}{{#each this.b}}{{this}} {{@root.shop}}{{/each}}{{/each}}',
      '{% for item in a %}{% for item2 in item.b %}{{ item2 }} {{ shop }}{% endfor %}{% endfor %}',
    ],
    ['{{items.0.title}} {{items.[1].title}}', '{{ items[0].title }} {{ items[1].title }}'],
    ['{{length items}}', '{{ items.size }}'],
    ['a { b {% c', 'a { b {{ "{" }}% c'],
  ])('%s', (source, expected) => {
    expect(translateHandlebars(source)).toEqual({ text: expected, untranslated: [] })
    expect(compileTemplate({ subject: '', html: expected, text: '' })).toBeDefined()
  })

  it('means the same, also for empty values', () => {
    const { text } = translateHandlebars('{{#if name}}yes{{else}}no{{/if}}{{#and a b}}both{{/and}}')
    expect(render(text, { name: '', a: 1, b: [] })).toBe('no')
    expect(render(text, { name: 'Ada', a: 1, b: [1] })).toBe('yesboth')
  })

  it('names what it does not know with its line, and prints nothing there', () => {
    const { text, untranslated } = translateHandlebars(
      'a\n{{formatDate now "MM"}}\n<%body%>{{@key}}\n{{Sender_City}}',
    )
    expect(untranslated.map(({ line, source }) => [line, source])).toEqual([
      [2, '{{formatDate now "MM"}}'],
      [3, '<%body%>'],
      [3, '{{@key}}'],
      [4, '{{Sender_City}}'],
    ])
    expect(render(text, {}).trim()).toBe('a')
  })

  it.each([
    '{{#weird a}}x{{/weird}}',
    '{{#if a}}never closed',
    '{{/if}}',
    '{{else}}',
    '{{> partial}}',
    '{{#if ../a}}x{{/if}}',
    '{{#if (a b)}}x{{/if}}',
  ])('says that %s is a block without a translation', (source) => {
    expect(translateHandlebars(source).untranslated.some(({ isBlock }) => isBlock === true)).toBe(true)
  })
})
