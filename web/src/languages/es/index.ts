import { catalogueOf } from '../catalogue.ts'

export const catalogue = catalogueOf(import.meta.glob('./*/**/*.ts', { eager: true }))
