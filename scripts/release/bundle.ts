// Bundles the program with its packages into JavaScript for Node 22. Packages with native code stay outside: npm installs them for the
// machine. Names are kept, so that a stack trace can be read.
import path from 'node:path'
import { build } from 'vite'
import { PROGRAM_ROOT } from '../../src/platform/program.ts'

/** Installed by npm beside the release; their versions are those of package-lock.json. */
export const NATIVE_PACKAGES = ['sharp', '@node-rs/argon2']

/** Loaded only by configuration files in TypeScript, which nobody here writes: 8 MB. */
const NEVER_LOADED = ['typescript']

const ENTRIES = ['main', 'threads', 'send-thread']

/** Writes main.js, threads.js and send-thread.js, and what they share, side by side. */
export async function bundleProgram(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: PROGRAM_ROOT,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: [...NATIVE_PACKAGES, ...NEVER_LOADED] },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, path.join(PROGRAM_ROOT, `src/${name}.ts`)])),
        // Entries and chunks in one folder: entryPoint() of src/platform/program.ts relies on it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
