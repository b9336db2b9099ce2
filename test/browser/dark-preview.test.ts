// The dark preview changes the colours of an email and leaves its pictures as they are.
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { PREVIEW_FRAME } from '../../src/features/dashboard/preview-frame.ts'
import { useSharedBrowser } from '../support/browser/shared-node.ts'
import { eventually } from '../support/eventually.ts'

const COLOUR = { r: 150, g: 120, b: 100 }
// Colours are rounded by each of the filters.
const MOST_DIFFERENCE = 6

const HTML = (picture: string) => `
  <img src="${picture}" width="40" height="40" style="position:absolute;left:0;top:0">
  <div style="position:absolute;left:50px;top:0;width:40px;height:40px;background:url(${picture})"></div>
  <table background="${picture}" style="position:absolute;left:100px;top:0;width:40px;height:40px"><tr><td>
    <img src="${picture}" width="20" height="20"></td></tr></table>`

it('shows images, pictures behind texts and images on them in their own colours', async () => {
  const browser = await useSharedBrowser()
  const context = await browser.newContext({ viewport: { width: 200, height: 100 } })
  const page = await context.newPage()
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: COLOUR } })
    .png()
    .toBuffer()
  const html = HTML(`data:image/png;base64,${png.toString('base64')}`)
  await page.setContent('<iframe width="200" height="100" style="border:0;position:fixed;inset:0"></iframe>')
  // The frame says once that it is ready, so it is filled after somebody listens.
  await page.evaluate(`new Promise((done) => {
    const frame = document.querySelector('iframe')
    addEventListener('message', ({ data }) => {
      if (data.type === 'ready') frame.contentWindow.postMessage({ html: ${JSON.stringify(html)}, inverted: true, images: true }, '*')
      if (data.type === 'height') done()
    })
    frame.srcdoc = ${JSON.stringify(PREVIEW_FRAME)}
  })`)
  await eventually(async () => {
    const { data, info } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colourAt = (x: number, y: number) => [0, 1, 2].map((n) => data[(y * info.width + x) * 3 + n] ?? 0)
    for (const [x, y] of [
      [35, 35],
      [85, 35],
      [135, 35],
      [112, 20],
    ] as const) {
      const differences = colourAt(x, y).map((value, n) => Math.abs(value - (Object.values(COLOUR)[n] ?? 0)))
      expect(Math.max(...differences), `${x},${y}: ${colourAt(x, y).join(' ')}`).toBeLessThanOrEqual(
        MOST_DIFFERENCE,
      )
    }
    // The paper is dark.
    expect(Math.max(...colourAt(180, 80))).toBeLessThan(40)
  })
  await context.close()
})
