/**
 * Media types by file extension. Without its type an image is not shown, and a document does not open. Types that a mail
 * program could execute, such as HTML and SVG, are left out: a caller has to declare them.
 */
const TYPES = new Map(
  Object.entries({
    pdf: 'application/pdf',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    heic: 'image/heic',
    txt: 'text/plain; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    ics: 'text/calendar; charset=utf-8',
    vcf: 'text/vcard; charset=utf-8',
    json: 'application/json',
    xml: 'application/xml',
    zip: 'application/zip',
    gz: 'application/gzip',
    rtf: 'application/rtf',
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    mp4: 'video/mp4',
  }),
)

// RFC 2046 section 4.5.1.
const UNKNOWN_TYPE = 'application/octet-stream'

export function contentTypeByFilename(filename: string): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]
  return TYPES.get(ending?.toLowerCase() ?? '') ?? UNKNOWN_TYPE
}
