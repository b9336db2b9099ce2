// Decides whether to believe the resolver when it says that a name does not exist. Behind a captive portal, or with a
// misconfigured zone, it says so for every name; then gmail.com would be reported missing and domains would lose their
// records.
import { NOTFOUND } from 'node:dns/promises'
import type { Resolver } from 'node:dns/promises'

// Every resolver of the public DNS knows the root and its largest zone.
const KNOWN_TO_ALL = ['.', 'com']

// A resolver that has resolved a name within this time is trusted. Networks change more rarely, and the first answers may
// be wrong for this long.
const TRUSTED_FOR_MS = 60_000

export type ResolverTrust = {
  /** The resolver resolved a name. */
  noteResolved(): void
  /** Queries names that must exist, unless the resolver has resolved one recently. */
  isTrusted(): Promise<boolean>
}

export function createResolverTrust(resolver: Pick<Resolver, 'resolveNs'>): ResolverTrust {
  let knownAt = -Infinity
  const noteResolved = () => void (knownAt = performance.now())
  const isDenied = (name: string) =>
    resolver.resolveNs(name).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === NOTFOUND,
    )
  return {
    noteResolved,
    async isTrusted() {
      if (performance.now() - knownAt < TRUSTED_FOR_MS) return true
      const denied = await Promise.all(KNOWN_TO_ALL.map(isDenied))
      // No answer, or a refusal of queries about the root, says nothing about other names.
      if (denied.every(Boolean)) return false
      noteResolved()
      return true
    },
  }
}
