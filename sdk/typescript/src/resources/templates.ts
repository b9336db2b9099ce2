import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Templates extends Resource {
  /** Create a template. */
  create(
    body: Body<'createTemplate'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createTemplate'>>> {
    return this.client.request({ method: 'POST', path: '/templates', body }, options)
  }

  /** List templates. */
  list(
    query: Query<'listTemplates'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listTemplates'>>> {
    return this.client.request({ method: 'GET', path: '/templates', query }, options)
  }

  /** List templates: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listTemplates'> = {}, options: RequestOptions = {}) {
    return everyRecord('templates', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a template. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getTemplate'>>> {
    return this.client.request({ method: 'GET', path: path`/templates/${id}` }, options)
  }

  /** Update a template. */
  update(
    id: string,
    body: Body<'updateTemplate'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateTemplate'>>> {
    return this.client.request({ method: 'PATCH', path: path`/templates/${id}`, body }, options)
  }

  /** Delete a template. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteTemplate'>>> {
    return this.client.request({ method: 'DELETE', path: path`/templates/${id}` }, options)
  }

  /** Duplicate a template. */
  duplicate(id: string, options: RequestOptions = {}): Promise<Result<Data<'duplicateTemplate'>>> {
    return this.client.request({ method: 'POST', path: path`/templates/${id}/duplicate` }, options)
  }

  /** Render a template. */
  render(
    id: string,
    body: Body<'renderTemplate'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'renderTemplate'>>> {
    return this.client.request({ method: 'POST', path: path`/templates/${id}/render`, body }, options)
  }

  /** Render a template that is not saved. */
  renderDraft(body: Body<'renderDraft'>, options: RequestOptions = {}): Promise<Result<Data<'renderDraft'>>> {
    return this.client.request({ method: 'POST', path: '/templates/render', body }, options)
  }

  /** Check a template. */
  check(
    id: string,
    body: Body<'checkTemplate'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'checkTemplate'>>> {
    return this.client.request({ method: 'POST', path: path`/templates/${id}/checks`, body }, options)
  }

  /** Check a template that is not saved. */
  checkDraft(body: Body<'checkDraft'>, options: RequestOptions = {}): Promise<Result<Data<'checkDraft'>>> {
    return this.client.request({ method: 'POST', path: '/templates/checks', body }, options)
  }

  /** Check the links of a template. */
  checkLinks(
    id: string,
    body: Body<'checkTemplateLinks'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'checkTemplateLinks'>>> {
    return this.client.request({ method: 'POST', path: path`/templates/${id}/checks/links`, body }, options)
  }

  /** Check the links of a template that is not saved. */
  checkDraftLinks(
    body: Body<'checkDraftLinks'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'checkDraftLinks'>>> {
    return this.client.request({ method: 'POST', path: '/templates/checks/links', body }, options)
  }

  /** Send a test email of a template. */
  test(
    id: string,
    body: Body<'testTemplate'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'testTemplate'>>> {
    return this.client.request({ method: 'POST', path: path`/templates/${id}/test`, body }, options)
  }

  /** List the versions of a template. */
  listVersions(
    id: string,
    query: Query<'listTemplateVersions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listTemplateVersions'>>> {
    return this.client.request({ method: 'GET', path: path`/templates/${id}/versions`, query }, options)
  }

  /** List the versions of a template: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllVersions(id: string, query: Query<'listTemplateVersions'> = {}, options: RequestOptions = {}) {
    return everyRecord('versions', query, (place: PageQuery) =>
      this.listVersions(id, { ...query, ...place }, options),
    )
  }

  /** Get a version of a template. */
  getVersion(
    id: string,
    version: string | number,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getTemplateVersion'>>> {
    return this.client.request({ method: 'GET', path: path`/templates/${id}/versions/${version}` }, options)
  }
}
