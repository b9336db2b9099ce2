import { createContext, useContext } from 'react'
import type { FilterFields } from './filter-fields.ts'

type Builder = {
  fields: FilterFields
  isReadOnly: boolean
  isFull: boolean
}

const NO_ORIGINS = { campaignId: [], templateId: [], workflowId: [] }

const NOTHING: FilterFields = { data: [], topics: [], events: [], segments: [], origins: NO_ORIGINS }

export const BuilderContext = createContext<Builder>({ fields: NOTHING, isReadOnly: false, isFull: false })

export const useBuilder = (): Builder => useContext(BuilderContext)
