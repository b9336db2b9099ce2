import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'

// Code that nearly every page uses; not the editors, charts and schemas, which are large and which few pages need.
const SHARED = [
  /[\\/]node_modules[\\/](lucide-react|@base-ui|@floating-ui|@tanstack)[\\/]/,
  /[\\/]web[\\/]src[\\/](api|format|hooks|patterns[\\/](curl|draft|event|list|list-page|record|role|running))[\\/]/,
  /[\\/]web[\\/]src[\\/]components[\\/](?!chart|code[\\/]code-(editor|theme|diff-view)|forms[\\/]use-schema-form)/,
]

// The modules that the catalogues of languages/ import. Catalogues are loaded before the texts of the first page, so they must not need its code.
const WORDS = /[\\/]web[\\/]src[\\/](i18n[\\/]language|format[\\/](list|number|plural))\.ts$/

export default defineConfig({
  root: import.meta.dirname,
  // No path of the API begins with /app.
  base: '/app/',
  plugins: [react(), tailwind()],
  // The server replaces it with the nonce of each response.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // The address parser of the shared schemas uses it for the ASCII form of a domain.
    alias: { 'node:url': path.join(import.meta.dirname, 'src/api/client/node-url.ts') },
  },
  build: {
    target: 'es2024',
    emptyOutDir: true,
    // The content security policy allows no data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        // By default the bundler makes a file of each icon that two pages share, and a page needs 40 requests.
        codeSplitting: {
          groups: [
            { name: 'words', test: WORDS, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: (id) => SHARED.some((pattern) => pattern.test(id)), minShareCount: 2 },
          ],
        },
      },
    },
  },
})
