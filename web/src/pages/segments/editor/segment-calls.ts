import type { UsedSegment } from '../../../api/audience/segments.ts'
import type { ApiCall } from '../../../patterns/curl/show-as-curl.tsx'
import type { SegmentFields } from './segment-fields.ts'
import { segments } from '../segments.texts.ts'

const texts = segments.calls

type SegmentState = { segment: UsedSegment | undefined; fields: SegmentFields; type: UsedSegment['type'] }

export function callsOf({ segment, fields, type }: SegmentState): ApiCall[] {
  const isList = type === 'STATIC'
  const { name, filters } = fields
  const preview: ApiCall[] = isList
    ? []
    : [{ name: texts.preview, path: '/segments/preview', method: 'POST', body: { filters } }]
  if (!segment) {
    const body = isList ? { name, type, emails: ['ada@example.com'] } : { name, filters }
    return [{ name: texts.create, path: '/segments', method: 'POST', body }, ...preview]
  }
  const path = `/segments/${segment.id}`
  return [
    { name: texts.read, path },
    { name: texts.members, path: `${path}/contacts` },
    { name: texts.export, path: `/contacts/export?segmentId=${segment.id}` },
    ...(isList
      ? [
          {
            name: texts.add,
            path: `${path}/members`,
            method: 'POST' as const,
            body: { emails: ['ada@example.com'] },
          },
        ]
      : [{ name: texts.change, path, method: 'PATCH' as const, body: { filters } }]),
    ...preview,
    { name: texts.explain, path: `${path}/explain?contactId=<contact id>` },
  ]
}
