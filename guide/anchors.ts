// The anchors of headings, as code hosts make them, so that a link works there and in the guide.

/** @param heading in Markdown */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
