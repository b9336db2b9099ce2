import { clsx } from 'clsx'
import type { ClassValue } from 'clsx'

/** Joins class names. A component that can be styled from outside puts the outside last, and avoids setting the same twice. */
export const classes = (...values: ClassValue[]): string => clsx(values)
