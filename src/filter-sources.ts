import { contactsWithEmails } from './features/delivery/index.ts'
import { contactsWithEvents } from './features/events/index.ts'
import type { FilterSources } from './features/filters/index.ts'

/** What filters can ask of features that they do not know. */
export const FILTER_SOURCES: FilterSources = { contactsWithEvents, contactsWithEmails }
