/**
 * For every response. Responses contain contacts and emails, so nothing may cache them; and a browser must not guess
 * another Content-Type.
 */
export const replyHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
