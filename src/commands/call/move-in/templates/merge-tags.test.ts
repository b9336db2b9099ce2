import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../../platform/liquid/compile.ts'
import { translateMergeTags } from './merge-tags.ts'

describe('merge tags of Mailchimp', () => {
  it.each([
    ['Hi *|FNAME|* *|LNAME|*', 'Hi {{ firstName }} {{ lastName }}'],
    ['*|PLAN|* *|EMAIL|* *|MMERGE6|*', '{{ plan }} {{ email }} {{ mmerge6 }}'],
    ['*|MERGE0|*', '{{ email }}'],
    ['<a href="*|UNSUB|*">', '<a href="{{ unsubscribeUrl }}">'],
    ['*|UPDATE_PROFILE|**|ARCHIVE|*', '{{ manageUrl }}{{ browserUrl }}'],
    ['*|LIST:ADDRESSLINE|* *|LIST:COMPANY|*', '{{ lm_postal_address }} {{ lm_project_name }}'],
    ['*|UPPER:FNAME|*', '{{ firstName | upcase }}'],
    ['*|CURRENT_YEAR|*', '{{ "now" | date: "%Y" }}'],
    [
      '*|IF:PLAN=pro|*a*|ELSEIF:VISITS >= 3|*b*|ELSE:|*c*|END:IF|*',
      '{% if plan == "pro" %}a{% elsif visits >= 3 %}b{% else %}c{% endif %}',
    ],
    ['*|IF:FNAME|*a*|END:IF|*', '{% if firstName != blank %}a{% endif %}'],
    ['*|IFNOT:PLAN!=pro|*a*|END:IF|*', '{% if plan == "pro" %}a{% endif %}'],
    ['{{ not a tag }} 2 * 3 | 4', '{{ "{" }}{ not a tag }} 2 * 3 | 4'],
  ])('%s', (source, expected) => {
    expect(translateMergeTags(source)).toEqual({ text: expected, untranslated: [] })
    expect(compileTemplate({ subject: '', html: expected, text: '' })).toBeDefined()
  })

  it('names what it does not know with its line, and prints nothing there', () => {
    const { text, untranslated } = translateMergeTags('a\n*|MC:SUBJECT|*\n*|FORWARD|*\n*|MERGE1|**|UNIQID|*')
    expect(untranslated.map(({ line, source }) => [line, source])).toEqual([
      [2, '*|MC:SUBJECT|*'],
      [3, '*|FORWARD|*'],
      [4, '*|MERGE1|*'],
      [4, '*|UNIQID|*'],
    ])
    expect(compileTemplate({ subject: '', html: text, text: '' }).render({}).html.toString().trim()).toBe('a')
  })

  it.each([
    '*|INTERESTED:Colors:Red|*x*|END:INTERESTED|*',
    '*|IF:A|*never closed',
    '*|END:IF|*',
    '*|ELSE:|*',
  ])('says that %s is a block without a translation', (source) => {
    expect(translateMergeTags(source).untranslated.some(({ isBlock }) => isBlock === true)).toBe(true)
  })
})
