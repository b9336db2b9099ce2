import type { RequestOptions } from '../core/request.ts'
import { Resource } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data } from '../operation-types.ts'

export class Addresses extends Resource {
  /** Verify an address. */
  verify(body: Body<'verifyAddress'>, options: RequestOptions = {}): Promise<Result<Data<'verifyAddress'>>> {
    return this.client.request({ method: 'POST', path: '/v1/verify', body }, options)
  }
}
