import { describe, expect, it } from 'vitest'
import { renderHtml, unspliced } from './fixtures/rendering.ts'
import type { Values } from './fixtures/rendering.ts'

type Case = [source: string, values: Values, expected: string]

/** Checks both the splicer and the library's rendering. */
function itRenders(cases: Case[]): void {
  it.each(cases)('%s with %j', (source, values, expected) => {
    expect(renderHtml(source, values)).toBe(expected)
    expect(renderHtml(unspliced(source), values)).toBe(expected)
  })
}

const SCRIPT = '<script>"&\'</script>'
const ESCAPED = '&lt;script&gt;&#34;&amp;&#39;&lt;/script&gt;'

describe('values in a body', () => {
  itRenders([
    ['<p>{{ x }}</p>', { x: SCRIPT }, `<p>${ESCAPED}</p>`],
    ['<p title="{{ x }}">', { x: SCRIPT }, `<p title="${ESCAPED}">`],
    ["<p title='{{ x }}'>", { x: SCRIPT }, `<p title='${ESCAPED}'>`],
    ['<p title="a {{ x }} b">', { x: '"' }, '<p title="a &#34; b">'],
    ['<title>{{ x }}</title>', { x: '</title>' }, '<title>&lt;/title&gt;</title>'],
    ['{{ x | raw }}', { x: SCRIPT }, SCRIPT],
    ['<p title="{{ x | raw }}">', { x: 'a & b' }, '<p title="a & b">'],
    ['{{ x | escape }}', { x: SCRIPT }, ESCAPED],
    ['{{ x | escape | escape }}', { x: SCRIPT }, ESCAPED],
    ['{{ x | xml_escape }}', { x: '<' }, '&lt;'],
    ['{{ x | escape_once }}', { x: '&lt; <' }, '&lt; &lt;'],
    ['{{ x | raw | upcase }}', { x: '<b>' }, '&lt;B&gt;'],
    ['{{ x | upcase | raw }}', { x: '<b>' }, '<B>'],
    ['{{ x | newline_to_br }}', { x: '<a>\nb' }, '&lt;a&gt;<br />\nb'],
    ['{{ x | append: "<b>" }}', { x: '<a>' }, '&lt;a&gt;&lt;b&gt;'],
    ['{% assign y = x %}{{ y }}', { x: '<' }, '&lt;'],
    ['{% echo x %}', { x: '<' }, '&lt;'],
    ['{% cycle x, "b" %}', { x: '<' }, '&lt;'],
    ['{% for i in x %}{{ i }}{% endfor %}', { x: ['<', '>'] }, '&lt;&gt;'],
    ['{{ x }}', { x: ['<', { a: '"' }] }, '&lt;{&#34;a&#34;:&#34;\\&#34;&#34;}'],
    ['{{ x | json }}', { x: '<' }, '&#34;&lt;&#34;'],
    ['{{ x | url_encode }}', { x: 'a b&"<' }, 'a+b%26%22%3C'],
    ['{{ x | url_encode }}', { x: "it's" }, 'it&#39;s'],
    [
      '<a href="https://x.example/?q={{ x }}">',
      { x: 'a b&c=ü' },
      '<a href="https://x.example/?q=a b&amp;c=ü">',
    ],
    [
      '<a href="https://x.example/?q={{ x | url_encode }}">',
      { x: 'a b&c' },
      '<a href="https://x.example/?q=a+b%26c">',
    ],
    ['<p>{{ x }}</p>', { x: '\uD800' }, '<p>\uFFFD</p>'],
  ])
})

describe('values in a tag, but not in quotes', () => {
  itRenders([
    ['<p title={{ x }}>', { x: 'a b' }, '<p title=a&#32;b>'],
    ['<p title={{ x }} id=y>', { x: 'a onclick=alert(1)' }, '<p title=a&#32;onclick&#61;alert(1) id=y>'],
    ['<p title=a{{ x }}>', { x: '\t`>' }, '<p title=a&#9;&#96;&gt;>'],
    ['<p title={{ x }} id=y>', {}, '<p title="" id=y>'],
    ['<p title={{ x }}{{ y }}>', { y: 'b' }, '<p title=b>'],
    ['<p title = {{ x }}>', { x: 'b' }, '<p title = b>'],
    [
      '<p {{ x }}>',
      { x: 'href=javascript:1 onclick=alert(1)' },
      '<p href&#61;javascript:1&#32;onclick&#61;alert(1)>',
    ],
    ['<p da{{ x }}>', { x: 'ta onclick=1' }, '<p data&#32;onclick&#61;1>'],
    ['<input {{ x }}>', { x: 'checked' }, '<input checked>'],
    ['<h{{ n }}>', { n: 1 }, '<h1>'],
    ['<p {{ x | raw }}>', { x: 'class="a"' }, '<p class="a">'],
    ['<img width={{ w }} height={{ h }}>', { w: 1, h: 2 }, '<img width=1 height=2>'],
    ['<a href={{ x }}>', { x: 'https://x.example/a' }, '<a href=https://x.example/a>'],
  ])
})

const BAD = 'javascript:alert(1)'

describe('a link whose scheme is not allowed is empty', () => {
  itRenders([
    ['<a href="{{ x }}">', { x: BAD }, '<a href="">'],
    ["<a href='{{ x }}'>", { x: BAD }, "<a href=''>"],
    ['<a href={{ x }}>', { x: BAD }, '<a href="">'],
    ['<a href = "{{ x }}">', { x: BAD }, '<a href = "">'],
    ['<a href=" {{ x }} ">', { x: BAD }, '<a href=" ">'],
    ['<a\nHREF="{{ x }}">', { x: BAD }, '<a\nHREF="">'],
    ['<img src="{{ x }}">', { x: BAD }, '<img src="">'],
    ['<img alt="a>b" src="{{ x }}">', { x: BAD }, '<img alt="a>b" src="">'],
    ['<svg><a xlink:href="{{ x }}">', { x: BAD }, '<svg><a xlink:href="">'],
    ['<a/href="{{ x }}">', { x: BAD }, '<a/href="">'],
    ['<form action="{{ x }}">', { x: BAD }, '<form action="">'],
    ['<button formaction="{{ x }}">', { x: BAD }, '<button formaction="">'],
    ['<input type=image FORMACTION={{ x }} value=y>', { x: BAD }, '<input type=image FORMACTION="" value=y>'],
    ['<body background="{{ x }}">', { x: BAD }, '<body background="">'],
    ["<td background='{{ x }}'>", { x: BAD }, "<td background=''>"],
    ['<video poster="{{ x }}">', { x: BAD }, '<video poster="">'],
    ['<object data="{{ x }}">', { x: BAD }, '<object data="">'],
    ['<blockquote cite="{{ x }}">', { x: BAD }, '<blockquote cite="">'],
    ['<img longdesc="{{ x }}" lowsrc="{{ x }}">', { x: BAD }, '<img longdesc="" lowsrc="">'],
    ['<a ping="https://x.example {{ x }}">', { x: BAD }, '<a ping="https://x.example ">'],
    ['<html manifest="{{ x }}">', { x: BAD }, '<html manifest="">'],
    ['<img srcset="{{ x }}">', { x: BAD }, '<img srcset="">'],
    ['<img srcset="{{ x }} 1x, {{ y }} 2x">', { x: 'a.png', y: BAD }, '<img srcset="">'],
    ['<img srcset="a.png 1x, {{ x }} 2x">', { x: BAD }, '<img srcset="a.png 1x, ">'],
    [
      '<img srcset="https://x.example/{{ x }} 1x">',
      { x: `a 1x, ${BAD}` },
      '<img srcset="https://x.example/">',
    ],
    [
      '<img srcset="a.png,{% for y in x %}{{ y }},{% endfor %}">',
      { x: ['b.png', BAD] },
      '<img srcset="a.png,">',
    ],
    ['<img srcset={{ x }}>', { x: `https://x.example/a 1x,${BAD}` }, '<img srcset="">'],
    ['<a href="{{ x }}/more">', { x: BAD }, '<a href="">'],
    ['<a href="{{ x }}{{ y }}">', { x: 'java', y: 'script:alert(1)' }, '<a href="">'],
    ['<a href="{{ x }}{{ y }}">', { y: BAD }, '<a href="">'],
    ['<a href="{{ x }}:alert(1)">', { x: 'javascript' }, '<a href="">'],
    ['<a href="java{{ x }}">', { x: 'script:alert(1)' }, '<a href="java">'],
    ['<a href="{{ x | raw }}">', { x: BAD }, '<a href="">'],
    ['<a href="{{ x | escape }}">', { x: BAD }, '<a href="">'],
    ['<a href="{{ x | append: y }}">', { x: 'java', y: 'script:1' }, '<a href="">'],
    ['<a href="{{ a ?? x }}">', { x: BAD }, '<a href="">'],
    ['<a href="{% if true %}{{ x }}{% else %}#{% endif %}">', { x: BAD }, '<a href="">'],
    ['<a href="{% if false %}#{% endif %}{{ x }}">', { x: BAD }, '<a href="">'],
    ['<a href="{% for c in x %}{{ c }}{% endfor %}">', { x: ['java', 'script', ':', '1'] }, '<a href="">'],
    ['<a {% if true %}href{% endif %}="{{ x }}">', { x: BAD }, '<a href="">'],
    ['<a href{% if true %}="{{ x }}"{% endif %}>', { x: BAD }, '<a href="">'],
    ['{% capture u %}{{ x }}{% endcapture %}<a href="{{ u }}">', { x: BAD }, '<a href="">'],
    ['{% capture l %}<a href="{{ x }}">{% endcapture %}{{ l }}', { x: BAD }, '<a href="">'],
    ['{% capture l %}<a href="{% endcapture %}{{ l | raw }}{{ x }}">', { x: BAD }, '<a href="">'],
    ['{% assign u = x %}<a href="{{ u }}">', { x: BAD }, '<a href="">'],
    ['<a href="{% echo x %}">', { x: BAD }, '<a href="">'],
    ['<a href="{% cycle x %}">', { x: BAD }, '<a href="">'],
    [
      '<!--[if mso]><v:rect href="{{ x }}"><![endif]-->',
      { x: BAD },
      '<!--[if mso]><v:rect href=""><![endif]-->',
    ],
    [
      '<!--[if !mso]><!--><a href="{{ x }}"><!--<![endif]-->',
      { x: BAD },
      '<!--[if !mso]><!--><a href=""><!--<![endif]-->',
    ],
    ['<style>a > b {}</style><a href="{{ x }}">', { x: BAD }, '<style>a > b {}</style><a href="">'],
    ['<!-- "<a --><a href="{{ x }}">', { x: BAD }, '<!-- "<a --><a href="">'],
    [
      '{{ h | raw }}<a href="{{ x }}">',
      { h: '<p title="', x: BAD },
      `<p title="<a href="javascript:alert(1)">`,
    ],
    ['{{ h | raw }}{{ x }}">', { h: '<a href="', x: BAD }, '<a href="">'],
    ['<a title="{{ t | raw }}" href="{{ x }}">', { t: '"', x: BAD }, '<a title=""" href="">'],
    ['<a href="{{ x }}', { x: BAD }, '<a href="'],
  ])
})

describe('a value that is not a forbidden scheme of a link stays', () => {
  itRenders([
    ['<a href="{{ x }}">', { x: 'https://x.example/?a=1&b=2' }, '<a href="https://x.example/?a=1&amp;b=2">'],
    ['<a href="{{ x }}">', { x: 'HTTP://X.example' }, '<a href="HTTP://X.example">'],
    [
      '<a href="{{ x }}">',
      { x: 'mailto:a@b.example?subject=x:y' },
      '<a href="mailto:a@b.example?subject=x:y">',
    ],
    ['<a href="{{ x }}">', { x: 'tel:+491' }, '<a href="tel:+491">'],
    ['<img src="{{ x }}">', { x: 'cid:logo' }, '<img src="cid:logo">'],
    ['<a href="{{ x }}">', { x: '/path?a=b:c' }, '<a href="/path?a=b:c">'],
    ['<a href="{{ x }}">', { x: '//host.example' }, '<a href="//host.example">'],
    ['<a href="{{ x }}">', { x: '#a:b' }, '<a href="#a:b">'],
    ['<a href="{{ x }}">', { x: '?a:b' }, '<a href="?a:b">'],
    ['<a href="{{ x }}">', { x: 'page.html' }, '<a href="page.html">'],
    ['<a href="{{ x }}">', { x: ' https://x.example ' }, '<a href=" https://x.example ">'],
    ['<a href="{{ x }}">', {}, '<a href="">'],
    [
      '<a href="{{ base }}/{{ id }}">',
      { base: 'https://x.example', id: 'a:b' },
      '<a href="https://x.example/a:b">',
    ],
    ['<a href="mailto:{{ x }}">', { x: 'javascript:1' }, '<a href="mailto:javascript:1">'],
    [
      '<a href="https://x.example/{{ x }}">',
      { x: 'javascript:1' },
      '<a href="https://x.example/javascript:1">',
    ],
    ['<a href="myapp://open">{{ x }}</a>', { x: BAD }, `<a href="myapp://open">${BAD}</a>`],
    ['<a href="myapp:{{ x }}">', { x: 'open' }, '<a href="myapp:open">'],
    ['<a title="{{ x }}">', { x: BAD }, `<a title="${BAD}">`],
    ['<a data-href="{{ x }}">', { x: BAD }, `<a data-href="${BAD}">`],
    ['<p>href="{{ x }}"</p>', { x: BAD }, `<p>href="${BAD}"</p>`],
    ['<!-- <a href="{{ x }}"> -->', { x: BAD }, `<!-- <a href="${BAD}"> -->`],
    ['<style>/*<a href="*/{{ x }}</style>', { x: BAD }, `<style>/*<a href="*/${BAD}</style>`],
  ])
})
