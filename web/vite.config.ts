import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'

// What nearly every page is made of. Not the editors, the charts and the schemas, which are large and which few pages need.
const SHARED = [
  /[\\/]node_modules[\\/](lucide-react|@base-ui|@floating-ui|@tanstack)[\\/]/,
  /[\\/]web[\\/]src[\\/](api|format|hooks|patterns[\\/](curl|draft|event|list|list-page|record|role|running))[\\/]/,
  /[\\/]web[\\/]src[\\/]components[\\/](?!chart|code[\\/]code-(editor|theme|diff-view)|forms[\\/]use-schema-form)/,
]

export default defineConfig({
  root: import.meta.dirname,
  // Every file of the dashboard is below /app; no path of the API begins with that.
  base: '/app/',
  plugins: [react(), tailwind()],
  // The server puts the nonce of each response in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // The address parser behind the shared schemas asks Node for the ASCII form of a domain.
    alias: { 'node:url': path.join(import.meta.dirname, 'src/api/client/node-url.ts') },
  },
  build: {
    target: 'es2024',
    emptyOutDir: true,
    // The policy of the page allows fonts and scripts from this server only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        // By itself the bundler makes a file of each icon that two pages share, and then a page is 40 requests.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: (id) => SHARED.some((one) => one.test(id)), minShareCount: 2 },
          ],
        },
      },
    },
  },
})
