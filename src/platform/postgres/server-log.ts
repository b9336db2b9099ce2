/** Receives messages about the embedded database for the operator. The level defaults to `info`. */
export type ServerLog = (line: string, level?: 'info' | 'warn' | 'error') => void
