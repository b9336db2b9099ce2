import sharp from 'sharp'
import { call } from './requests.ts'
import type { TestApp } from './test-app.ts'

const pictureOf = (color: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: color } })
    .png()
    .toBuffer()

/** A small picture of one colour; `path` is where everybody sees it. */
export async function addImage(app: TestApp, color: string): Promise<{ id: string; path: string }> {
  const reply = await call(app, ['POST', '/images'], {
    body: await pictureOf(color),
    headers: { 'content-type': 'image/png', 'idempotency-key': `image ${color}` },
  })
  const { id, url } = reply.json<{ id: string; url: string }>()
  return { id, path: new URL(url).pathname }
}
