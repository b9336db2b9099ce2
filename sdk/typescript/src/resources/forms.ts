import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Forms extends Resource {
  /** Create a form. */
  create(body: Body<'createForm'>, options: RequestOptions = {}): Promise<Result<Data<'createForm'>>> {
    return this.client.request({ method: 'POST', path: '/forms', body }, options)
  }

  /** List forms. */
  list(query: Query<'listForms'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listForms'>>> {
    return this.client.request({ method: 'GET', path: '/forms', query }, options)
  }

  /** List forms: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listForms'> = {}, options: RequestOptions = {}) {
    return everyRecord('forms', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a form. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getForm'>>> {
    return this.client.request({ method: 'GET', path: path`/forms/${id}` }, options)
  }

  /** Update a form. */
  update(
    id: string,
    body: Body<'updateForm'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateForm'>>> {
    return this.client.request({ method: 'PATCH', path: path`/forms/${id}`, body }, options)
  }

  /** Delete a form. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteForm'>>> {
    return this.client.request({ method: 'DELETE', path: path`/forms/${id}` }, options)
  }

  /** Preview a form. */
  preview(body: Body<'previewForm'>, options: RequestOptions = {}): Promise<Result<Data<'previewForm'>>> {
    return this.client.request({ method: 'POST', path: '/forms/preview', body }, options)
  }

  /** Get a form as HTML. */
  snippet(id: string, options: RequestOptions = {}): Promise<Result<Data<'getFormSnippet'>>> {
    return this.client.request({ method: 'GET', path: path`/forms/${id}/snippet` }, options)
  }

  /** List the contacts who signed up with a form. */
  listContacts(
    id: string,
    query: Query<'listFormContacts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listFormContacts'>>> {
    return this.client.request({ method: 'GET', path: path`/forms/${id}/contacts`, query }, options)
  }

  /** List the contacts who signed up with a form: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllContacts(id: string, query: Query<'listFormContacts'> = {}, options: RequestOptions = {}) {
    return everyRecord('contacts', query, (place: PageQuery) =>
      this.listContacts(id, { ...query, ...place }, options),
    )
  }

  /** Get the submissions of a form over time. */
  statistics(
    id: string,
    query: Query<'getFormStatistics'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getFormStatistics'>>> {
    return this.client.request({ method: 'GET', path: path`/forms/${id}/statistics`, query }, options)
  }

  /** Export the submissions of a form as CSV. */
  report(
    id: string,
    query: Query<'exportFormStatistics'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/forms/${id}/report`, query, answer: 'stream' },
      options,
    )
  }
}
