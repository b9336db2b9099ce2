export type TagList = { ok: true; tags: ReadonlyMap<string, string> } | { ok: false; problem: string }

/** `name=value; name=value` as in DKIM (RFC 6376 3.2) and DMARC (RFC 7489 6.4): names are unique, blanks around them mean nothing. */
export function parseTagList(text: string): TagList {
  const tags = new Map<string, string>()
  const parts = text.split(';')
  // One semicolon at the end is allowed.
  if (parts.at(-1)?.trim() === '') parts.pop()
  for (const part of parts) {
    const [, name, value] = /^\s*([A-Za-z]\w*)\s*=\s*([\s\S]*?)\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined) {
      return { ok: false, problem: `"${part.trim().slice(0, 40)}" is not of the form name=value` }
    }
    if (tags.has(name)) return { ok: false, problem: `the tag ${name}= stands there twice` }
    tags.set(name, value)
  }
  return { ok: true, tags }
}
