import { expect, it } from 'vitest'
import { cutAt, firstWords, inboxTexts } from './inbox-texts.ts'

it('cuts at letters, not within them', () => {
  expect(cutAt('short', 10)).toBe('short')
  expect(cutAt('exactly ten', 11)).toBe('exactly ten')
  expect(cutAt('a longer text', 9)).toBe('a longer…')
  expect(cutAt('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).toBe('👩‍👩‍👧…')
})

it('gives the preview text the room that the subject leaves on a desktop, and lines of its own on a phone', () => {
  const email = { sender: 'Shop', subject: 's'.repeat(100), preview: 'p'.repeat(300) }
  const desktop = inboxTexts(email, 'desktop')
  expect([desktop.subject.length, desktop.preview.length]).toEqual([70, 60])
  const phone = inboxTexts(email, 'phone')
  expect([phone.subject.length, phone.preview.length]).toEqual([38, 80])
})

it('reads the preview text first, then the words of the body', () => {
  const html = `<html><head><title>No</title><style>p > a { color: red }</style></head><body style="a:'>'">
    <div style="display:none">Only today&#8203;&zwnj;&nbsp;&#x200C;</div><!-- <p>not this</p> -->
    <style>h1 { margin: 0 }</style><h1 title="a > b">Hello <b>A</b>da</h1><p>Tom &amp; Eve&hellip; &bogus; &#0;</p></body></html>`
  expect(firstWords(html)).toBe('Only today Hello Ada Tom & Eve… &bogus; &#0;')
  expect(firstWords('<p>open <a href="x')).toBe('open')
  expect(firstWords('')).toBe('')
})
