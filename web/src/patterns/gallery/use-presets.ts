import { useRef } from 'react'

type Fields<Name extends string> = { get: (name: Name) => string; set: (name: Name, value: string) => void }

/** Fills fields with what was chosen, unless somebody has typed something else into them. */
export function usePresets<Name extends string>({ get, set }: Fields<Name>) {
  const last = useRef<Partial<Record<Name, string>>>({})
  return (values: Partial<Record<Name, string>>): void => {
    for (const [name, value] of Object.entries(values) as [Name, string][]) {
      if (get(name) !== '' && get(name) !== last.current[name]) continue
      set(name, value)
      last.current[name] = value
    }
  }
}
