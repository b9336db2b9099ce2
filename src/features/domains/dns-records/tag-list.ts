export type TagList = { ok: true; tags: ReadonlyMap<string, string> } | { ok: false; problem: string }

/** Parses `name=value; name=value` of DKIM (RFC 6376 3.2) and DMARC (RFC 7489 6.4). Names are unique, blanks around them ignored. */
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
    if (tags.has(name)) return { ok: false, problem: `the tag ${name}= appears twice` }
    tags.set(name, value)
  }
  return { ok: true, tags }
}
