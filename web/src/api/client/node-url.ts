// Stands for node:url in the browser, for the address parser that the schemas share with the server.

/** The ASCII form of a domain; empty if it has none. */
export function domainToASCII(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/** Browsers have no way back to Unicode. The server answers with the readable form. */
export const domainToUnicode = (domain: string): string => domain
