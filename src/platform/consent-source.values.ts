export const CONSENT_SOURCES = [
  'form',
  'api_key',
  'import',
  'member',
  'page',
  'one_click',
  'mailto',
  'complaint',
  'bounce',
  'workflow',
  'expiry',
] as const
