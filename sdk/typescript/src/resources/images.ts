import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data, Query, Upload } from '../operation-types.ts'

/** The server reads the real type from the bytes. */
const imageType = (file: Upload) => (file instanceof Blob && file.type ? file.type : 'image/png')

export class Images extends Resource {
  /** Add an image. */
  create(
    file: Upload,
    query: Query<'createImage'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'createImage'>>> {
    return this.client.request(
      { method: 'POST', path: '/images', body: file, contentType: imageType(file), query },
      options,
    )
  }

  /** List images. */
  list(query: Query<'listImages'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listImages'>>> {
    return this.client.request({ method: 'GET', path: '/images', query }, options)
  }

  /** List images: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listImages'> = {}, options: RequestOptions = {}) {
    return everyRecord('images', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Delete an image. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteImage'>>> {
    return this.client.request({ method: 'DELETE', path: path`/images/${id}` }, options)
  }
}
