/** The texts of a feed as they were written, before they are bounded and checked. */
export type RawItem = {
  id?: string
  title?: string
  url?: string
  summary?: string
  content?: string
  image?: string
  author?: string
  publishedAt?: string
  updatedAt?: string
}

export type RawFeed = { title?: string; url?: string; description?: string; items: RawItem[] }
