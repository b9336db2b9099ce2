/** 1 to 255 printable ASCII characters. No spaces at the ends: HTTP removes them. */
export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]([ -~]{0,253}[!-~])?$'
