// Tells the elements of a report from those of extensions, which RFC 9990 puts into namespaces of their own. Reporters are not
// precise: many have no namespace, and some an old one.
const KNOWN = new Set([
  '',
  'urn:ietf:params:xml:ns:dmarc-2.0',
  'http://dmarc.org/dmarc-xml/0.1',
  'http://dmarc.org/dmarc-xml/0.2',
])

export class XmlNamespaces {
  /** The prefixes that the root declares. */
  #declared: ReadonlyMap<string, string> | undefined
  #rootPrefix = ''

  /**
   * Called for the root first, whose namespace is that of the report, whatever it is, and then for the elements that have the name
   * of one of the report. Those around them are no extensions, so only the root declares prefixes for them.
   */
  isForeign(qualified: string, attributes: Readonly<Record<string, string>>): boolean {
    const prefix = prefixOf(qualified)
    const declared = declarationsIn(attributes)
    if (this.#declared === undefined) {
      this.#declared = declared
      this.#rootPrefix = prefix
      return false
    }
    const namespace = declared.get(prefix) ?? this.#declared.get(prefix)
    if (namespace === undefined) return prefix !== this.#rootPrefix
    return !KNOWN.has(namespace) && namespace !== this.#declared.get(this.#rootPrefix)
  }
}

const prefixOf = (qualified: string): string => qualified.slice(0, Math.max(0, qualified.indexOf(':')))

/** Namespaces by prefix; '' is that of elements without one. */
function declarationsIn(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const pairs = Object.entries(attributes)
  // Nearly all elements.
  if (pairs.length === 0) return NONE
  return new Map(
    pairs.flatMap(([name, value]) => {
      const [, prefix] = /^xmlns(?::(.+))?$/i.exec(name) ?? []
      return /^xmlns(?::|$)/i.test(name) ? [[(prefix ?? '').toLowerCase(), value.trim()] as const] : []
    }),
  )
}

const NONE: ReadonlyMap<string, string> = new Map()
