import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class CouponLists extends Resource {
  /** Create a coupon list. */
  create(
    body: Body<'createCouponList'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createCouponList'>>> {
    return this.client.request({ method: 'POST', path: '/coupon-lists', body }, options)
  }

  /** List coupon lists. */
  list(
    query: Query<'listCouponLists'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listCouponLists'>>> {
    return this.client.request({ method: 'GET', path: '/coupon-lists', query }, options)
  }

  /** List coupon lists: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listCouponLists'> = {}, options: RequestOptions = {}) {
    return everyRecord('couponLists', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a coupon list. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getCouponList'>>> {
    return this.client.request({ method: 'GET', path: path`/coupon-lists/${id}` }, options)
  }

  /** Update a coupon list. */
  update(
    id: string,
    body: Body<'updateCouponList'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateCouponList'>>> {
    return this.client.request({ method: 'PATCH', path: path`/coupon-lists/${id}`, body }, options)
  }

  /** Delete a coupon list. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteCouponList'>>> {
    return this.client.request({ method: 'DELETE', path: path`/coupon-lists/${id}` }, options)
  }

  /** Export a coupon list as CSV. */
  report(id: string, options: RequestOptions = {}): Promise<Result<string>> {
    return this.client.request(
      { method: 'GET', path: path`/coupon-lists/${id}/report`, answer: 'text' },
      options,
    )
  }

  /** Add codes to a coupon list. */
  addCodes(
    id: string,
    body: Body<'addCouponCodes'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'addCouponCodes'>>> {
    return this.client.request({ method: 'POST', path: path`/coupon-lists/${id}/codes`, body }, options)
  }

  /** List the codes of a coupon list. */
  listCodes(
    id: string,
    query: Query<'listCouponCodes'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listCouponCodes'>>> {
    return this.client.request({ method: 'GET', path: path`/coupon-lists/${id}/codes`, query }, options)
  }

  /** List the codes of a coupon list: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllCodes(id: string, query: Query<'listCouponCodes'> = {}, options: RequestOptions = {}) {
    return everyRecord('codes', query, (place: PageQuery) =>
      this.listCodes(id, { ...query, ...place }, options),
    )
  }
}
