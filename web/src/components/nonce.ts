/** The nonce of this response. Code that adds a <style> element (CodeMirror, for example) must set it, or the content security
 * policy blocks the element. Browsers hide the attribute from styles and scripts, but not the property. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
