import type { z } from 'zod'
import type { Image, ImageList } from './images.schema.ts'

const image: z.output<typeof Image> = {
  id: '019c2f60-2e70-7b19-9c55-8a1d3f4b6c20',
  name: 'logo.png',
  url: 'https://mail.shop.example/i/EXAMPLE_token_of_image',
  contentType: 'image/png',
  width: 600,
  height: 200,
  bytes: 18_240,
  createdAt: '2026-02-02T10:45:00.000Z',
}

const list: z.output<typeof ImageList> = { images: [image], cursor: null, hasMore: false, total: 1 }

export const imageExamples = { Image: image, ImageList: list }
