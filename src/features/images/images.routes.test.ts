import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type Image = { id: string; url: string; width: number; height: number; contentType: string; bytes: number }

const upload = (bytes: Buffer, type = 'image/png', key?: string | null) =>
  call(test, ['POST', '/images'], {
    body: bytes,
    headers: { 'content-type': type },
    query: { name: 'logo' },
    ...(key !== undefined && { key }),
  })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

const get = (url: string) => call(test, ['GET', new URL(url).pathname], { key: null })

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose header declares more pixels than the file has. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('POST /images', () => {
  it('serves the image with headers for caching and against scripts', async () => {
    const reply = await upload(await picture(300, 200).png().toBuffer())
    expect(reply.statusCode).toBe(201)
    const image = reply.json<Image>()
    expect(image).toMatchObject({ name: 'logo', width: 300, height: 200, contentType: 'image/png' })
    const shown = await get(image.url)
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.length]).toEqual([
      200,
      'image/png',
      image.bytes,
    ])
    expect(shown.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  it('resizes large images and removes metadata', async () => {
    const photo = await picture(3000, 1500)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .toBuffer()
    const image = (await upload(photo, 'image/jpeg')).json<Image>()
    expect(image).toMatchObject({ width: 1600, height: 800, contentType: 'image/jpeg' })
    const kept = (await get(image.url)).rawPayload
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
  })

  it('converts WebP, and detects the format by the bytes instead of the type', async () => {
    const webp = await picture(10, 10).webp().toBuffer()
    expect((await upload(webp, 'image/png')).json()).toMatchObject({ contentType: 'image/jpeg' })
  })

  it('takes the file of a form', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')])
    expect((await upload(body, 'multipart/form-data; boundary=x')).statusCode).toBe(201)
  })

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing that can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', Buffer.alloc(0)],
    ['the beginning of an image', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['an image of 10 billion pixels', bomb(100_000, 100_000)],
    ['an image that ends too early', bomb(2000, 2000)],
  ])('refuses %s', async (_what, bytes) => {
    const reply = await upload(bytes)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { file: 'custom' }])
  })

  it('refuses more than 10 MB', async () => {
    const reply = await upload(Buffer.alloc(10 * 1_048_576 + 1, 0x89))
    expect([reply.statusCode, errorOf(reply).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('refuses no key and a public key', async () => {
    const png = await picture(2, 2).png().toBuffer()
    expect((await upload(png, 'image/png', null)).statusCode).toBe(401)
    expect((await upload(png, 'image/png', test.project.publicKey)).statusCode).toBe(403)
  })
})

describe('the images of a project', () => {
  it('are listed for it alone, and gone once they are deleted', async () => {
    const { id, url } = (await upload(await picture(3, 3).png().toBuffer())).json<Image>()
    const list = async (key: string) =>
      (await call(test, ['GET', '/images'], { key })).json<{ images: Image[] }>().images.map((one) => one.id)
    expect(await list(test.project.secretKey)).toContain(id)
    expect(await list(test.other.secretKey)).toEqual([])
    const remove = (key: string) => call(test, ['DELETE', `/images/${id}`], { key })
    expect((await remove(test.other.secretKey)).statusCode).toBe(404)
    expect((await remove(test.project.secretKey)).statusCode).toBe(204)
    expect((await get(url)).statusCode).toBe(404)
    for (const token of ['x', '%00', 'a'.repeat(22)]) {
      expect((await call(test, ['GET', `/i/${token}`], { key: null })).statusCode).toBe(404)
    }
  })
})
