import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../../platform/liquid/compile.ts'
import { translateGoTemplate } from './go-template.ts'

describe('Go templates of listmonk', () => {
  it.each([
    ['Hi {{ .Subscriber.FirstName }}', 'Hi {{ firstName }}'],
    ['{{.Subscriber.Email}} {{ .Subscriber.Name }}', '{{ email }} {{ name }}'],
    ['{{ .Subscriber.Attribs.city }} {{ .Subscriber.Attribs.address.zip }}', '{{ city }} {{ address.zip }}'],
    ['{{ .Subscriber.Attribs.id }}', '{{ data["id"] }}'],
    ['{{ index .Subscriber.Attribs "first name" }}', '{{ data["first name"] }}'],
    ['{{ .Tx.Data.order }}', '{{ order }}'],
    ['<a href="{{ UnsubscribeURL }}">', '<a href="{{ unsubscribeUrl }}">'],
    ['{{ UnsubscribeURL }}?manage=true {{ ManageURL }}', '{{ manageUrl }} {{ manageUrl }}'],
    ['{{ MessageURL }}{{ TrackView }}', '{{ browserUrl }}'],
    ['<a href="{{ TrackLink "https://x.example/{a}" }}">', '<a href="https://x.example/{a}">'],
    ['<a href="https://x.example@TrackLink">', '<a href="https://x.example">'],
    ['{{ Safe "<!-- x -->" }}{{/* a note */}}', '<!-- x -->'],
    ['{{ .Subscriber.Attribs.city | upper }}', '{{ city | upcase }}'],
    ['{{ .Subscriber.Attribs.city | default "Rome" }}', '{{ city | default: "Rome" }}'],
    ['{{- .Subscriber.Email -}}', '{{- email -}}'],
    ['{{ template "content" . }}', '{% block content %}{% endblock %}'],
    ['a { b {% c', 'a { b {{ "{" }}% c'],
    [
      '{{ if eq .Subscriber.Attribs.plan "pro" }}a{{ else if .Tx.Data.x }}b{{ else }}c{{ end }}',
      '{% if plan == "pro" %}a{% elsif x != blank %}b{% else %}c{% endif %}',
    ],
    ['{{ if not .Tx.Data.x }}a{{ end }}', '{% if x == blank %}a{% endif %}'],
    [
      '{{ if and .Tx.Data.x (gt (len .Tx.Data.y) 2) }}a{{ end }}',
      '{% if x != blank and y.size > 2 %}a{% endif %}',
    ],
    ['{{ if eq .Tx.Data.x "a" "b" }}a{{ end }}', '{% if x == "a" or x == "b" %}a{% endif %}'],
    [
      '{{ range .Tx.Data.items }}{{ .title }} {{ $.Subscriber.Email }}{{ else }}none{{ end }}',
      '{% for item in items %}{{ item.title }} {{ email }}{% else %}none{% endfor %}',
    ],
    [
      '{{ range $i, $one := .Tx.Data.items }}{{ $i }} {{ $one.title }}{{ end }}',
      '{% for one in items %}{{ forloop.index0 }} {{ one.title }}{% endfor %}',
    ],
    ['{{ with .Tx.Data.a }}{{ .b }}{{ end }}', '{% if a != blank %}{{ a.b }}{% endif %}'],
    ['{{ $x := .Tx.Data.a }}{{ $x.b }}', '{% assign x = a %}{{ x.b }}'],
  ])('%s', (source, expected) => {
    expect(translateGoTemplate(source)).toEqual({ text: expected, untranslated: [] })
  })

  it('names what it does not know with its line, and prints nothing there', () => {
    const { text, untranslated } = translateGoTemplate(
      'a\n{{ .Campaign.UUID }}\n{{ L.T "x" }}{{ nindent 2 .Tx.Data.x }}',
    )
    expect(untranslated.map(({ line, source, isBlock }) => [line, source, isBlock])).toEqual([
      [2, '{{ .Campaign.UUID }}', undefined],
      [3, '{{ L.T "x" }}', undefined],
      [3, '{{ nindent 2 .Tx.Data.x }}', undefined],
    ])
    expect(compileTemplate({ subject: '', html: text, text: '' })).toBeDefined()
  })

  it.each([
    '{{ if and (or .Tx.Data.a .Tx.Data.b) (or .Tx.Data.c .Tx.Data.d) }}x{{ end }}',
    '{{ range .Tx.Data.a.b | weird }}{{ . }}{{ end }}',
    '{{ define "x" }}y{{ end }}',
    '{{ if .Tx.Data.a }}never closed',
    '{{ end }}',
    '{{ else }}',
    `{{ if ${'('.repeat(100)}.Tx.Data.a${')'.repeat(100)} }}x{{ end }}`,
  ])('says that %s is a block without a translation', (source) => {
    const { untranslated } = translateGoTemplate(source)
    expect(untranslated.some(({ isBlock }) => isBlock === true)).toBe(true)
  })
})
