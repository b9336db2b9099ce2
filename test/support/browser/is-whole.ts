import type { Page } from 'playwright-core'

// Also what is asked for below the page: a list is there before the figures beside it are.
const IS_WHOLE = `(() => {
  const { state, options } = __TSR_ROUTER__
  const isBusy = document.querySelector('main :is([class*=shimmer], [aria-busy=true])') !== null
  return state.status === 'idle' && options.context.queryClient.isFetching() === 0 && !isBusy
})()`

/** Whether a page shows all that it asked the server for. */
export const isWhole = (page: Page): Promise<boolean> => page.evaluate<boolean>(IS_WHOLE)
