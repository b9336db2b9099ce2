// The search box. Its index is loaded when it is opened for the first time.
import type { SearchResult } from 'minisearch'
import { excerptOf } from './excerpt.ts'
import { FIND_OPTIONS, SEARCH_OPTIONS } from './search-options.ts'

const MOST_RESULTS = 20

type Find = (text: string) => SearchResult[]

async function loadIndex(base: string): Promise<Find> {
  const [{ default: MiniSearch }, reply] = await Promise.all([
    import('minisearch'),
    fetch(`${base}search.json`),
  ])
  if (!reply.ok) throw new Error(`the search index answered ${reply.status}`)
  const index = await MiniSearch.loadJSONAsync(await reply.text(), SEARCH_OPTIONS)
  return (text) => index.search(text, FIND_OPTIONS).slice(0, MOST_RESULTS)
}

export function installSearch(base: string): void {
  const box = document.querySelector<HTMLDialogElement>('dialog.search-box')
  const button = document.querySelector<HTMLButtonElement>('button.search')
  if (!box || !button) return
  const { input, list, status } = fill(box)
  let find: Promise<Find> | undefined
  const load = () => (find ??= loadIndex(base))

  async function show(): Promise<void> {
    const text = input.value.trim()
    try {
      const results = text === '' ? [] : (await load())(text)
      // Another letter may have come meanwhile.
      if (text !== input.value.trim()) return
      list.replaceChildren(...results.map((result, index) => entryOf(result, index === 0)))
      status.textContent = text !== '' && results.length === 0 ? 'Nothing found.' : ''
    } catch {
      find = undefined
      status.textContent = 'The search index could not be loaded.'
    }
  }

  const open = () => {
    if (box.open) return
    box.showModal()
    input.select()
    void show()
    load().catch(() => undefined)
  }
  button.hidden = false
  button.addEventListener('click', open)
  input.addEventListener('input', () => void show())
  input.addEventListener('keydown', (event) => onKey(event, list))
  // A click beside the box closes it.
  box.addEventListener('click', (event) => event.target === box && box.close())
  list.addEventListener('click', () => box.close())
  document.addEventListener('keydown', (event) => {
    const isShortcut = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || event.key === '/'
    if (!isShortcut || box.open) return
    event.preventDefault()
    open()
  })
}

function fill(box: HTMLDialogElement) {
  const input = document.createElement('input')
  // Not of the type search: there, Escape would clear the text before it closes the box.
  input.inputMode = 'search'
  input.placeholder = 'Search the documentation'
  input.ariaLabel = 'Search the documentation'
  const list = document.createElement('ol')
  const status = document.createElement('p')
  status.role = 'status'
  const panel = document.createElement('div')
  panel.append(input, list, status)
  box.append(panel)
  return { input, list, status }
}

function entryOf(result: SearchResult, isChosen: boolean): HTMLLIElement {
  const link = document.createElement('a')
  link.href = String(result.id)
  link.toggleAttribute('data-chosen', isChosen)
  const title = document.createElement('strong')
  title.textContent = [result['page'], result['heading']].filter(Boolean).join(' › ')
  const excerpt = document.createElement('span')
  for (const { text, isMatch } of excerptOf(String(result['text']), result.terms)) {
    excerpt.append(isMatch ? markOf(text) : text)
  }
  link.append(title, excerpt)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function markOf(text: string): HTMLElement {
  const mark = document.createElement('mark')
  mark.textContent = text
  return mark
}

/** Arrows choose an entry, and Enter opens it. */
function onKey(event: KeyboardEvent, list: HTMLElement): void {
  const links = [...list.querySelectorAll('a')]
  const at = links.findIndex((link) => link.hasAttribute('data-chosen'))
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Enter') links[at]?.click()
  if (step === undefined || links.length === 0) return
  event.preventDefault()
  const next = Math.min(Math.max(at + step, 0), links.length - 1)
  for (const [index, link] of links.entries()) link.toggleAttribute('data-chosen', index === next)
  links[next]?.scrollIntoView({ block: 'nearest' })
}
