/** Tells an operator what happens to the embedded database. `info` unless said otherwise. */
export type ServerLog = (line: string, level?: 'info' | 'warn' | 'error') => void
