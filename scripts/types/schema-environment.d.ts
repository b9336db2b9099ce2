// Globals that schemas may use; only tsconfig.schema.json includes this file. Browsers and Node both have URL; for the
// address parser the bundler puts a small stand-in under the same name.
declare class URL {
  static parse(url: string, base?: string): URL | null
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}
declare module 'node:url' {
  export function domainToASCII(domain: string): string
  export function domainToUnicode(domain: string): string
}
