const isMac = navigator.userAgent.includes('Mac')

export const PALETTE_KEYS = isMac ? '⌘ K' : 'Ctrl K'
