import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advance, BETWEEN_TAGS, isSameState } from './html-state.ts'

describe('behind a piece of HTML one stands', () => {
  it.each<[html: string, state: Partial<typeof BETWEEN_TAGS>]>([
    ['', { at: 'data' }],
    ['text', { at: 'data' }],
    ['<p>', { at: 'data' }],
    ['<p', { at: 'tag', tag: 'p' }],
    ['</P', { at: 'tag', tag: '/p' }],
    ['<p ', { at: 'attributes' }],
    ['<p/', { at: 'attributes' }],
    ['<p title', { at: 'name', word: 'title' }],
    ['<p title ', { at: 'afterName', word: 'title' }],
    ['<p hidden title', { at: 'name', word: 'title' }],
    ['<p title =', { at: 'beforeValue', word: 'title' }],
    ['<p title = "', { at: 'value', quote: '"', url: undefined }],
    ['<p title=\'a"b', { at: 'value', quote: "'" }],
    ['<p title=a', { at: 'value', quote: '' }],
    ['<p title=a ', { at: 'attributes' }],
    ['<p title=a>', { at: 'data' }],
    ['<p title=>', { at: 'data' }],
    ['<p title="a>b"', { at: 'attributes' }],
    ['<p title="a>b">', { at: 'data' }],
    ['<p ="x', { at: 'name', word: '="x' }],
    ['<a href="', { at: 'value', quote: '"', url: '' }],
    ['<a HREF=" java', { at: 'value', url: ' java' }],
    ['<a href="java:', { at: 'value', url: undefined }],
    ['<a href="/x', { at: 'value', url: undefined }],
    [`<a href="${'x'.repeat(300)}`, { at: 'value', url: undefined }],
    ['<v:x v:href="', { at: 'value', url: '' }],
    ['<img src=', { at: 'beforeValue', word: 'src' }],
    ['<a hrefs="', { at: 'value', url: undefined }],
    ['<form action="', { at: 'value', url: '' }],
    ['<button formAction=', { at: 'beforeValue', word: 'formAction' }],
    ['<td background="x', { at: 'value', url: 'x' }],
    ['<td background="x:', { at: 'value', url: undefined }],
    ['<img srcset="', { at: 'value', url: '' }],
    ['<img srcset="a.png 1x,b', { at: 'value', url: 'b' }],
    ['<img srcset="a.png 1x, ', { at: 'value', url: '' }],
    ['<img srcset="https://x.example/a', { at: 'value', url: '/' }],
    [`<img srcset="${'x'.repeat(300)}, b`, { at: 'value', url: 'b' }],
    ['<a ping="https://x.example/a\tb', { at: 'value', url: 'b' }],
    ['<img srcset="a">', { at: 'data', url: undefined }],
    ['<', { at: 'open' }],
    ['a < b', { at: 'data' }],
    ['<3', { at: 'data' }],
    ['</>', { at: 'data' }],
    ['</ x>', { at: 'data' }],
    ['<?xml x>', { at: 'data' }],
    ['<!doctype html>', { at: 'data' }],
    ['<!-', { at: 'declaration' }],
    ['<!-- <a href="', { at: 'comment' }],
    ['<!-- a -- > b', { at: 'comment' }],
    ['<!-- a -->', { at: 'data' }],
    ['<!-- a --!>', { at: 'data' }],
    ['<!-->', { at: 'data' }],
    ['<!--->', { at: 'data' }],
    ['<!--[if gte mso 9]>', { at: 'data' }],
    ['<!--[IF mso]><a href="', { at: 'value', url: '' }],
    ['<!--[if mso]><p><![endif]-->', { at: 'data' }],
    ['<!--[if !mso]><!--><p><!--<![endif]-->', { at: 'data' }],
    ['<!--[x]> <a href="', { at: 'comment' }],
    ['<style> a > b { } "', { at: 'rawText', tag: 'style' }],
    ['<style></styles>', { at: 'rawText' }],
    ['<style></STYLE >', { at: 'data' }],
    ['<script>"</scr" + "ipt>"', { at: 'rawText' }],
    ['<title><a href="</title>', { at: 'data' }],
    ['</style><a href="', { at: 'value', url: '' }],
  ])('%j', (html, state) => {
    expect(advance(BETWEEN_TAGS, html)).toMatchObject(state)
  })
})

describe('advance', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '/',
    '!',
    '--',
    '-',
    '"',
    "'",
    '=',
    ' ',
    'a',
    'href',
    'style',
    'x:',
    '[if',
    ']',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<a href="',
    "title='",
    '?',
    '\n',
    'é',
  )

  it('does not depend on where a text is cut', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const atOnce = advance(BETWEEN_TAGS, parts.join(''))
        const inSteps = parts.reduce((state, part) => advance(state, part), BETWEEN_TAGS)
        expect(isSameState(inSteps, atOnce), `${JSON.stringify(inSteps)} ${JSON.stringify(atOnce)}`).toBe(
          true,
        )
      }),
      { numRuns: 2000 },
    )
  })
})
