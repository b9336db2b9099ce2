// The types of an operation by its name, from those that are generated of openapi.json.
import type { operations } from './api-types.ts'

export type OperationId = keyof operations

type Content<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : undefined

/** Some operations wrap their record, {"success": true, "data": …}; the client takes the wrapping off. */
type WithoutEnvelope<Json> = Json extends { success: boolean; data: infer Data } ? Data : Json

type Responses<Id extends OperationId> = operations[Id]['responses']

/** What a call answers in `data`. */
export type Data<Id extends OperationId> = WithoutEnvelope<Content<Responses<Id>[keyof Responses<Id>]>>

export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

type RequestBody<Id extends OperationId> = NonNullable<operations[Id]['requestBody']>

export type Body<Id extends OperationId> =
  RequestBody<Id> extends { content: { 'application/json': infer Json } } ? Json : never

/** A file to upload: its text, its bytes, or a Blob, such as `await openAsBlob('contacts.csv')` of node:fs gives. */
export type Upload = string | Uint8Array | Blob
