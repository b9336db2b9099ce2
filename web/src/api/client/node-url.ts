// Replaces node:url in the browser, for the address parser that the schemas share with the server.

/** The ASCII form of a domain; empty if it has none. */
export function domainToASCII(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/** Browsers cannot convert to Unicode. The server returns the readable form. */
export const domainToUnicode = (domain: string): string => domain
