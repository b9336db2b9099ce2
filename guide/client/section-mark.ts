/** Marks the section at the top of the window in the list of sections. */
export function installSectionMark(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('aside a')].map((link) => [link.hash.slice(1), link]),
  )
  const mark = (anchor: string) => {
    for (const [name, link] of links) link.toggleAttribute('aria-current', name === anchor)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const first = entries.find(({ isIntersecting }) => isIntersecting)
      if (first) mark(first.target.id)
    },
    { rootMargin: '-64px 0px -70% 0px' },
  )
  for (const heading of document.querySelectorAll('article :is(h2, h3)[id]')) {
    if (links.has(heading.id)) observer.observe(heading)
  }
}
