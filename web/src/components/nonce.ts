/** The nonce of this response. Whatever adds a <style> element (CodeMirror, for example) must give it this, or the policy
 * of the page blocks it. Browsers hide the attribute from styles and scripts, but not the property. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
