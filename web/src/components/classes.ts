import { clsx } from 'clsx'
import type { ClassValue } from 'clsx'

/** Joins class names. Later ones do not override earlier ones: do not set the same property twice. */
export const classes = (...values: ClassValue[]): string => clsx(values)
