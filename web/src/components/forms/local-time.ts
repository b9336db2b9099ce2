const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The value of a datetime-local input: in the time zone of the browser, without seconds. */
export function localInputText(at: Date): string {
  if (Number.isNaN(at.getTime())) return ''
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
