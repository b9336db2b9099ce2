import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { defineConfig } from 'vite'

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
  },
})
