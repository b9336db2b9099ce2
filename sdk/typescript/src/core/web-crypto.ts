/**
 * Web Crypto of the runtime. Node 18 has it in a module only; its name is put together here, so that bundlers for other
 * runtimes do not look for the module.
 */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  const { crypto } = globalThis as { crypto?: typeof globalThis.crypto }
  if (crypto !== undefined) return crypto
  const moduleName = ['node', 'crypto'].join(':')
  const { webcrypto } = (await import(/* @vite-ignore */ moduleName)) as {
    webcrypto: typeof globalThis.crypto
  }
  return webcrypto
}
