import { createContext, useContext } from 'react'
import type { FilterFields } from './filter-fields.ts'

type Builder = {
  fields: FilterFields
  isReadOnly: boolean
  isFull: boolean
}

const NOTHING: FilterFields = { data: [], topics: [], events: [], segments: [], campaigns: [] }

export const BuilderContext = createContext<Builder>({ fields: NOTHING, isReadOnly: false, isFull: false })

export const useBuilder = (): Builder => useContext(BuilderContext)
