import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nonce } from './components/nonce.ts'
import { queryClient } from './api/client/query-client.ts'
import { language } from './i18n/language.ts'
import { Toasts } from './components/overlays/toast.tsx'
import { loadFirstPage, router } from './router.tsx'
import './styles.css'

// zod would test whether it may compile functions, which the content security policy forbids and reports. Set through the
// global, so that zod itself is not loaded for it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

document.documentElement.lang = language

loadFirstPage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

createRoot(root).render(
  <StrictMode>
    <CSPProvider {...(nonce !== undefined && { nonce })}>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={400}>
          <Toasts>
            <RouterProvider router={router} />
          </Toasts>
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
