/**
 * On every answer. Answers hold contacts and emails, so nothing between us and the caller may keep them; and a browser
 * takes them for what Content-Type says, whatever they look like.
 */
export const replyHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
