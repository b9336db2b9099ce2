// What the schemas' address parser takes from its surroundings; only tsconfig.schema.json sees this. In the browser
// the bundler puts a small stand-in under the same name.
declare module 'node:url' {
  export function domainToASCII(domain: string): string
  export function domainToUnicode(domain: string): string
}
