const two = (number: number) => String(number).padStart(2, '0')

/** As a field of the type datetime-local has it: in the zone of the browser, without seconds. */
export function localInputText(at: Date): string {
  if (Number.isNaN(at.getTime())) return ''
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
