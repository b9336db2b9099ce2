import { LONGEST_WAIT_MS } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data, Query } from '../operation-types.ts'

export class Inbox extends Resource {
  /** List the emails in the built-in inbox. */
  list(query: Query<'listInbox'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listInbox'>>> {
    return this.client.request({ method: 'GET', path: '/inbox', query }, options)
  }

  /** List the emails in the built-in inbox: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listInbox'> = {}, options: RequestOptions = {}) {
    return everyRecord('emails', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Wait for an email in the built-in inbox: up to a minute, with its links and one-time codes. */
  wait(
    query: Query<'waitForInboxEmail'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'waitForInboxEmail'>>> {
    return this.client.request(
      { method: 'GET', path: '/inbox/wait', query },
      { timeoutMs: LONGEST_WAIT_MS, ...options },
    )
  }

  /** Delete all emails from the built-in inbox. */
  clear(options: RequestOptions = {}): Promise<Result<Data<'clearInbox'>>> {
    return this.client.request({ method: 'DELETE', path: '/inbox' }, options)
  }
}
