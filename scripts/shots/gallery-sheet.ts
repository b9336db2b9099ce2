// One picture with every email of the gallery, as a phone shows it: docs/pictures has it in light and dark.
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { GALLERY } from '../../src/features/templates/gallery/gallery.values.ts'

const WIDTH = 390
const HEIGHT = 900
const COLUMNS = 5
// A sheet is about 1,000 pixels wide, which pages of documents show in full.
const SCALE = 0.5

export type GallerySheet = { browser: Browser; url: string; key: string; folder: string }

type RenderInput = Pick<(typeof GALLERY)[number], 'subject' | 'previewText' | 'type' | 'blocks' | 'sample'>

async function render({ url, key }: GallerySheet, { sample, ...email }: RenderInput): Promise<string> {
  const { subject, previewText, type, blocks } = email
  const response = await fetch(`${url}/templates/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject, previewText, type, blocks, data: sample }),
  })
  if (!response.ok) throw new Error(`POST /templates/render answered ${response.status}`)
  return ((await response.json()) as { html: string }).html
}

const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const cellOf = (name: string, html: string) => `<figure>
  <div><iframe srcdoc="${quoted(html)}"></iframe></div><figcaption>${name}</figcaption></figure>`

// Frames follow the colour scheme of the browser only if their page does.
const STYLE = `:root { color-scheme: light dark } body { margin: 16px; font: 14px sans-serif; background: light-dark(#e8e8ee, #101014); color: light-dark(#333, #ccc) }
  main { display: grid; grid-template-columns: repeat(${COLUMNS}, ${WIDTH * SCALE}px); gap: 16px }
  figure { margin: 0 } figcaption { padding: 6px 2px }
  div { width: ${WIDTH * SCALE}px; height: ${HEIGHT * SCALE}px; overflow: hidden; border-radius: 8px }
  iframe { width: ${WIDTH}px; height: ${HEIGHT}px; border: 0; transform: scale(${SCALE}); transform-origin: 0 0; color-scheme: light dark }`

export async function takeGallerySheets(sheet: GallerySheet): Promise<void> {
  const cells: string[] = []
  for (const email of GALLERY) cells.push(cellOf(email.name, await render(sheet, email)))
  const html = `<!doctype html><style>${STYLE}</style><main>${cells.join('')}</main>`
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await sheet.browser.newContext({
      viewport: { width: COLUMNS * (WIDTH * SCALE + 16) + 16, height: HEIGHT },
      colorScheme,
    })
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'load' })
    await page.screenshot({ path: path.join(sheet.folder, `gallery-${colorScheme}.png`), fullPage: true })
    await context.close()
  }
}
