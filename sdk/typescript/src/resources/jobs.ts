import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { Resource } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data } from '../operation-types.ts'

export class Jobs extends Resource {
  /** Get the progress of a job. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getJob'>>> {
    return this.client.request({ method: 'GET', path: path`/jobs/${id}` }, options)
  }
}
