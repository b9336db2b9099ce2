import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'
import { renderReact } from '../render-react.ts'
import type { ReactElementLike } from '../render-react.ts'

/** An email to send; `react` is rendered to its body. */
export type SendEmail = Body<'sendEmail'> & { react?: ReactElementLike }

export type SendBatch = Omit<Body<'sendBatch'>, 'emails'> & { emails: SendEmail[] }

export class Emails extends Resource {
  /** Send an email. The result says for each recipient which email it gets. */
  async send(email: SendEmail, options: RequestOptions = {}): Promise<Result<Data<'sendEmail'>>> {
    const body = await withBody(email)
    return this.client.request({ method: 'POST', path: '/v1/send', body }, options)
  }

  /** Send many emails at once. Each is accepted or refused by itself: see `data.results`. */
  async batch(batch: SendBatch, options: RequestOptions = {}): Promise<Result<Data<'sendBatch'>>> {
    const body = { ...batch, emails: await Promise.all(batch.emails.map(withBody)) }
    return this.client.request({ method: 'POST', path: '/v1/send/batch', body }, options)
  }

  /** List emails. */
  list(query: Query<'listEmails'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listEmails'>>> {
    return this.client.request({ method: 'GET', path: '/emails', query }, options)
  }

  /** List emails: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listEmails'> = {}, options: RequestOptions = {}) {
    return everyRecord('emails', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get an email. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getEmail'>>> {
    return this.client.request({ method: 'GET', path: path`/emails/${id}` }, options)
  }

  /** Reschedule a waiting email. */
  update(
    id: string,
    body: Body<'updateEmail'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateEmail'>>> {
    return this.client.request({ method: 'PATCH', path: path`/emails/${id}`, body }, options)
  }

  /** Get the content of an email. */
  content(id: string, options: RequestOptions = {}): Promise<Result<Data<'getEmailContent'>>> {
    return this.client.request({ method: 'GET', path: path`/emails/${id}/content` }, options)
  }

  /** Download the source of an email. */
  raw(id: string, options: RequestOptions = {}): Promise<Result<string>> {
    return this.client.request({ method: 'GET', path: path`/emails/${id}/raw`, answer: 'text' }, options)
  }

  /** Cancel an email. */
  cancel(id: string, options: RequestOptions = {}): Promise<Result<Data<'cancelEmail'>>> {
    return this.client.request({ method: 'POST', path: path`/emails/${id}/cancel` }, options)
  }

  /** Send an email again. */
  resend(id: string, options: RequestOptions = {}): Promise<Result<Data<'resendEmail'>>> {
    return this.client.request({ method: 'POST', path: path`/emails/${id}/resend` }, options)
  }

  /** List the attachments of an email. */
  listAttachments(id: string, options: RequestOptions = {}): Promise<Result<Data<'listAttachments'>>> {
    return this.client.request({ method: 'GET', path: path`/emails/${id}/attachments` }, options)
  }

  /** Download an attachment of an email. */
  getAttachment(id: string, index: number, options: RequestOptions = {}): Promise<Result<Uint8Array>> {
    return this.client.request(
      { method: 'GET', path: path`/emails/${id}/attachments/${index}`, answer: 'bytes' },
      options,
    )
  }

  /** List the opens and clicks of an email. */
  listHits(
    id: string,
    query: Query<'listEmailHits'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listEmailHits'>>> {
    return this.client.request({ method: 'GET', path: path`/emails/${id}/hits`, query }, options)
  }

  /** List the opens and clicks of an email: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllHits(id: string, query: Query<'listEmailHits'> = {}, options: RequestOptions = {}) {
    return everyRecord('hits', query, (place: PageQuery) =>
      this.listHits(id, { ...query, ...place }, options),
    )
  }

  /** Explain why a contact would get an email, or not. */
  explain(query: Query<'explainEmail'>, options: RequestOptions = {}): Promise<Result<Data<'explainEmail'>>> {
    return this.client.request({ method: 'GET', path: '/explain', query }, options)
  }
}

async function withBody({ react, ...email }: SendEmail): Promise<Body<'sendEmail'>> {
  return react === undefined ? email : { ...email, body: await renderReact(react) }
}
