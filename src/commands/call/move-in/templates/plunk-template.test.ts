import { describe, expect, it } from 'vitest'
import { translatePlunkTemplate } from './plunk-template.ts'

describe('templates of Plunk', () => {
  it.each([
    ['Hi {{name ?? "friend"}}', 'Hi {{name ?? "friend"}}'],
    ["{{ name ?? 'friend' }} {{ points ?? 0 }}", "{{ name ?? 'friend' }} {{ points ?? 0 }}"],
    [
      'Hi {{name ?? friend}}, {{ data.city ?? your city }}',
      'Hi {{ name ?? "friend" }}, {{ data.city ?? "your city" }}',
    ],
    ['{{ name ?? }}', '{{ name ?? "" }}'],
    ['{% if plan == "pro" %}{{ email }}{% endif %}', '{% if plan == "pro" %}{{ email }}{% endif %}'],
  ])('%s', (source, expected) => {
    expect(translatePlunkTemplate(source)).toEqual({ text: expected, untranslated: [] })
  })
})
