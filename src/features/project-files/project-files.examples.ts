import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './project-files.schema.ts'

const text =
  '{\n  "name": "Release notes",\n  "description": "New features, once a month",\n  "isPublic": true,\n  "optIn": "implied",\n  "frequencyCap": null\n}\n'
const path = 'topics/release-notes.jsonc'
const hash = '6c7f5d8a1e0b49f2a3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a'

export const projectFileExamples = {
  ProjectFileList: { files: [{ path, text, hash }], skipped: [], cursor: null, hasMore: false },
  ProjectApply: { files: [{ path, text }], base: {}, dryRun: true },
  ProjectApplied: {
    dryRun: true,
    changes: [
      {
        kind: 'topic',
        path,
        name: 'Release notes',
        action: 'created',
        fields: [],
        words: 'Creates the topic "Release notes".',
        effects: [],
      },
    ],
    unchanged: 0,
    base: { [path]: hash },
  },
} satisfies ExamplesOf<typeof schemas>
