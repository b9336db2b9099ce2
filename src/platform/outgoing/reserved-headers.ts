// Headers that a caller of the HTTP client cannot set: the client or the signature sets them, or they control the framing
// and would allow request smuggling.
const RESERVED = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'keep-alive',
])

export const isReservedHeader = (name: string): boolean =>
  RESERVED.has(name.toLowerCase()) || name.toLowerCase().startsWith('proxy-')
