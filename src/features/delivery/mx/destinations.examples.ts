import type { SchemaExamples } from '../../../platform/http/openapi/openapi.ts'
import type { DestinationList } from './destinations.schema.ts'
