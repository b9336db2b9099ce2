import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftStorage, deleteDraft, storeDraft } from './draft-storage.ts'

type Note = { text: string }
const isNote = (stored: unknown): stored is Note => typeof (stored as Note | null)?.text === 'string'
const notes = createDraftStorage('template', isNote)
const KEY = 'lettermill:template:t1'

/** A fake localStorage or sessionStorage. */
function memory() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

type Memory = ReturnType<typeof memory>

/** The code under test runs in this tab from now on. */
function openTab(localStorage: Memory, sessionStorage: Memory = memory()) {
  const page = Object.assign(new EventTarget(), { localStorage, sessionStorage })
  const enter = () => vi.stubGlobal('window', page)
  enter()
  return { enter, sessionStorage, leave: () => page.dispatchEvent(new Event('pagehide')) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('stored drafts', () => {
  it('outlive the tab, by record', () => {
    const browser = memory()
    openTab(browser)
    notes.write('t1', { text: 'typed' })
    openTab(browser)
    expect(notes.read('t1')).toEqual({ text: 'typed' })
    expect(notes.read('t2')).toBeUndefined()
  })

  it('are separate in two tabs, and a third one gets the last one written', () => {
    const browser = memory()
    const first = openTab(browser)
    notes.write('t1', { text: 'first' })
    openTab(browser)
    notes.write('t1', { text: 'second' })
    first.enter()
    expect(notes.read('t1')).toEqual({ text: 'first' })
    openTab(browser)
    expect(notes.read('t1')).toEqual({ text: 'second' })
  })

  it('are deleted from both storages', () => {
    const browser = memory()
    const tab = openTab(browser)
    notes.write('t1', { text: 'typed' })
    deleteDraft('template', 't1')
    expect([browser.getItem(KEY), tab.sessionStorage.getItem(KEY)]).toEqual([null, null])
  })

  it.each(['{"words":"of an older version"}', 'no JSON', 'null'])('do not include %s', (text) => {
    const browser = memory()
    const tab = openTab(browser)
    browser.setItem(KEY, '{"text":"typed"}')
    tab.sessionStorage.setItem(KEY, text)
    expect(notes.read('t1')).toEqual({ text: 'typed' })
  })

  it('are stored even if one storage is full', () => {
    const full = {
      ...memory(),
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    const browser = memory()
    openTab(browser, full)
    notes.write('t1', { text: 'typed' })
    expect(notes.read('t1')).toEqual({ text: 'typed' })
  })

  it('are not stored if the browser forbids storage', () => {
    vi.stubGlobal('window', {
      get sessionStorage() {
        throw new Error('SecurityError')
      },
    })
    notes.write('t1', { text: 'typed' })
    expect(notes.read('t1')).toBeUndefined()
  })
})

describe('a draft that is being typed', () => {
  it('is stored once, a moment after the last change', () => {
    openTab(memory())
    storeDraft(notes, 't1', { text: 'a' })?.()
    const end = storeDraft(notes, 't1', { text: 'ab' })
    expect(notes.read('t1')).toBeUndefined()
    vi.runAllTimers()
    expect(notes.read('t1')).toEqual({ text: 'ab' })
    end?.()
  })

  it('is stored at once when the user leaves the page', () => {
    const tab = openTab(memory())
    storeDraft(notes, 't1', { text: 'a' })?.()
    storeDraft(notes, 't1', { text: 'ab' })
    tab.leave()
    expect(notes.read('t1')).toEqual({ text: 'ab' })
  })

  it('is deleted after a save, and not stored again when the user leaves the page', () => {
    const tab = openTab(memory())
    const end = storeDraft(notes, 't1', { text: 'a' })
    vi.runAllTimers()
    end?.()
    storeDraft(notes, 't1', undefined)
    tab.leave()
    vi.runAllTimers()
    expect(notes.read('t1')).toBeUndefined()
  })
})
