/** Whether a key belongs to a field, a menu or a dialog, and not to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as Element
  if (target.closest('input,textarea,select,[contenteditable=true],[role=menu],[role=listbox]')) return true
  return document.querySelector('[role=dialog],[role=alertdialog]') !== null
}
