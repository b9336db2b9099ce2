import type { RequestOptions } from '../core/request.ts'
import { Resource } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data } from '../operation-types.ts'

export class Service extends Resource {
  /** Check that the process is alive. */
  health(options: RequestOptions = {}): Promise<Result<Data<'getHealth'>>> {
    return this.client.request({ method: 'GET', path: '/health' }, options)
  }

  /** Check that the server is ready. */
  ready(options: RequestOptions = {}): Promise<Result<Data<'getReady'>>> {
    return this.client.request({ method: 'GET', path: '/ready' }, options)
  }
}
