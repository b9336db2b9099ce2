// Whether the resolver may be believed when it says that a name does not exist. Behind a captive portal, or with a zone that is
// served by mistake for everything, it says so of every name; then gmail.com would be called missing and domains would lose their records.
import { NOTFOUND } from 'node:dns/promises'
import type { Resolver } from 'node:dns/promises'

// The root and the largest zone below it are known to every resolver that knows the names of the world.
const KNOWN_TO_ALL = ['.', 'com']

// A resolver that has known a name since then knows names. A network changes more rarely, and its first answers may be wrong for so long.
const BELIEVED_FOR_MS = 60_000

export type ResolverTrust = {
  /** The resolver knew a name. */
  noteKnown(): void
  /** Asks for names that must exist, unless the resolver has known one lately. */
  isTrusted(): Promise<boolean>
}

export function createResolverTrust(resolver: Pick<Resolver, 'resolveNs'>): ResolverTrust {
  let knownAt = -Infinity
  const noteKnown = () => void (knownAt = performance.now())
  const isDenied = (name: string) =>
    resolver.resolveNs(name).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === NOTFOUND,
    )
  return {
    noteKnown,
    async isTrusted() {
      if (performance.now() - knownAt < BELIEVED_FOR_MS) return true
      const denied = await Promise.all(KNOWN_TO_ALL.map(isDenied))
      // No answer, or a refusal to be asked about the root, says nothing about other names.
      if (denied.every(Boolean)) return false
      noteKnown()
      return true
    },
  }
}
