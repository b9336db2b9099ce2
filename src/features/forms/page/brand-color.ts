const COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/

/** The style of the button in the colour of a project, in both schemes; empty without one. */
export function buttonStyle(color: string | null): string {
  const [, ...parts] = COLOR.exec(color?.toLowerCase() ?? '') ?? []
  if (parts.length === 0) return ''
  const text = luminanceOf(parts.map((part) => Number.parseInt(part, 16))) > MIDDLE ? '#000' : '#fff'
  const rule = `:root { --act: ${color}; --on-act: ${text} }`
  return `${rule}\n@media (prefers-color-scheme: dark) { ${rule} }`
}

// Black and white have the same contrast to it (WCAG 2.2, relative luminance).
const MIDDLE = 0.179

function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
