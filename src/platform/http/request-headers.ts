import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'

/** Node keeps the first of these and drops the rest, or joins them; a proxy in front may look at another one. */
const SINGLE = ['Authorization', 'Host', 'Content-Type', 'Idempotency-Key']

/** Refuses requests whose key or host is not one but two, instead of choosing. */
export function installHeaderCheck(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const repeated = findRepeated(request.raw.rawHeaders)
    done(
      repeated === undefined
        ? undefined
        : new AppError('BAD_REQUEST', {
            message: `The request has more than one ${repeated} header.`,
            suggestion: 'Send the header once.',
          }),
    )
  })
}

/** @param raw names and values in turn, as they came */
function findRepeated(raw: readonly string[]): string | undefined {
  return SINGLE.find((name) => {
    const isSame = (text: string, index: number) =>
      index % 2 === 0 && text.length === name.length && text.toLowerCase() === name.toLowerCase()
    return raw.findIndex(isSame) !== raw.findLastIndex(isSame)
  })
}
