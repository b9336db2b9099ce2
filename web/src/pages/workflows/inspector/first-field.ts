export const firstField = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>('[data-fields] :is(input, textarea, [role=combobox])') ?? undefined
