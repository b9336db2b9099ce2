import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import type { Upload } from '../../platform/http/body/uploads.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent, PageQuery, TokenParams } from '../../platform/http/replies/paging.schema.ts'
import { countImages, deleteImage, listImages } from './images.queries.ts'
import type { ImageRow } from './images.queries.ts'
import { Image, ImageBytes, ImageList, ImageQuery, ImageUpload } from './images.schema.ts'
import { addImage, invalidFile, readImage } from './images.service.ts'

const tags = ['Templates']

export const IMAGE_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

// Photos of phones have 3 to 8 MB. The whole file is in memory while it is resized.
const LARGEST_BYTES = 10 * 1_048_576

const TOKEN = /^[\w-]{22}$/

/** Prevents scripts in a file from running, even if a browser takes the image for a page. */
const PUBLIC_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

export function imageRoutes(app: App, { clock, config, database, objects, secrets, threads }: Deps): void {
  const listing = createListing(secrets)
  const toImage = (row: ImageRow) => ({
    id: row.id,
    name: row.name,
    url: `${config.publicUrl}/i/${row.token}`,
    contentType: row.content_type as 'image/png' | 'image/jpeg' | 'image/gif',
    width: row.width,
    height: row.height,
    bytes: row.size,
    createdAt: row.created_at.toISOString(),
  })

  app.post(
    '/images',
    {
      config: { access: 'full', upload: true, uploadBytes: LARGEST_BYTES, beginsLate: true },
      schema: {
        tags,
        operationId: 'createImage',
        summary: 'Add an image',
        description:
          'Takes a PNG, JPEG, GIF or WebP image of at most 10 MB and 50 million pixels, as the body with its own Content-Type or as the file of a form. The image is resized to at most 1600 pixels in width, stripped of its metadata, and served at `url`, which never changes. WebP is converted to PNG or JPEG, because Outlook does not show it.',
        querystring: ImageQuery,
        body: ImageUpload,
        // The form comes first, because API readers show samples for the first type.
        consumes: ['multipart/form-data', ...IMAGE_MEDIA_TYPES],
        response: answers({ 201: Image }),
      },
    },
    async ({ late, projectId, body, query }, reply) => {
      const { file, fields } = (body ?? {}) as Partial<Upload>
      if (!file) throw invalidFile('is missing: send the image as the body, or as the file of a form')
      const bytes = Buffer.allocUnsafe(file.size)
      await file.handle.read(bytes, 0, file.size, 0)
      const name = query.name ?? fields?.name?.slice(0, 200) ?? 'image'
      const row = await addImage(late, { projectId, name, bytes, threads, objects, now: clock.now() })
      return reply.code(201).send(toImage(row))
    },
  )

  app.get(
    '/images',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listImages',
        summary: 'List images',
        description: 'Returns the images of the project, newest first.',
        querystring: PageQuery,
        response: answers({ 200: ImageList }),
      },
    },
    (request) => listing(request, { name: 'images', page: listImages, count: countImages, item: toImage }),
  )

  app.delete(
    '/images/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteImage',
        summary: 'Delete an image',
        description: 'Emails that contain the image no longer show it, unless an email client has cached it.',
        params: idParams<'image'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const isDeleted = await deleteImage(db, { projectId, imageId: params.id })
      if (!isDeleted) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such image.' })
      return reply.code(204).send()
    },
  )

  app.get(
    '/i/:token',
    {
      config: { access: 'open' },
      schema: {
        hide: true,
        params: TokenParams,
        response: { 200: { content: { 'image/*': { schema: ImageBytes } } } },
      },
    },
    async ({ params }, reply) => {
      const { token } = params
      const image = TOKEN.test(token) ? await readImage(database.db, { token, objects }) : undefined
      if (!image) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such image.' })
      return reply.headers({ ...PUBLIC_HEADERS, 'content-type': image.contentType }).send(image.bytes)
    },
  )
}
