/** The host of a URL as DNS and sockets take it: an IPv6 address without brackets, a name without the dot at its end. */
export const hostOfUrl = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
