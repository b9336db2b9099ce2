// The look of the pages for recipients. Contrast of text to ground at least 7:1, of the button 5.5:1, in both schemes (WCAG 2.2,
// 1.4.3 and 1.4.11). Targets for a thumb are at least 44 px high. The colours of cards are also in page-colors.ts.
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f4f4f5; --card: #fff; --text: #18181b; --soft: #52525b; --line: #d4d4d8; --off: #71717a; --act: #1d4ed8; --on-act: #fff; --edge: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --ground: #111113; --card: #1c1c1f; --text: #f4f4f5; --soft: #b4b4bb; --line: #3f3f46; --off: #a1a1aa; --act: #93b4fd; --on-act: #0b1220; --edge: #93b4fd } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 24px; background: var(--ground); color: var(--text); font: 17px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { width: 100%; max-width: 34rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
button { min-height: 44px; padding: .6rem 1.25rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer }
form + form { margin-top: .75rem }
.other { border-color: var(--line); background: none; color: var(--text) }
a { color: inherit }
.link { margin: .5rem 0 0 }
.link a, .languages a, summary { display: inline-flex; align-items: center; min-height: 44px }
:focus-visible { outline: 3px solid var(--text); outline-offset: 3px }
.brand { margin: 0 0 .5rem; color: var(--soft); font-size: .875rem; font-weight: 600 }
.saved { padding: .6rem 1rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--edge); border-radius: 8px; font-weight: 600 }
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0 }
legend { margin: 0 0 .25rem; padding: 0; font-size: 1.125rem; font-weight: 600 }
.hint { color: var(--soft); font-size: .9375rem }
fieldset p { margin: 0 0 .25rem }
.row { display: flex; align-items: center; gap: 1rem; min-height: 48px; padding: .6rem 0; border-bottom: 1px solid var(--line); cursor: pointer }
.row:last-child { border-bottom: 0 }
.row > span { flex: 1; min-width: 0 }
.row .name { display: block; font-weight: 600 }
.row .hint { display: block; white-space: pre-line }
input { flex: none; appearance: none; margin: 0; border: 2px solid var(--off); background: var(--card); cursor: pointer }
input[type=checkbox] { position: relative; width: 48px; height: 28px; border-radius: 14px }
input[type=checkbox]::before { content: ""; position: absolute; top: 4px; inset-inline-start: 4px; width: 16px; height: 16px; border-radius: 8px; background: var(--off) }
input[type=checkbox]:checked { border-color: var(--edge); background: var(--act) }
input[type=checkbox]:checked::before { inset-inline-start: 24px; background: var(--on-act) }
input[type=radio] { display: grid; place-content: center; width: 24px; height: 24px; border-radius: 12px }
input[type=radio]:checked { border-color: var(--edge) }
input[type=radio]:checked::before { content: ""; width: 12px; height: 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--act) }
@media (forced-colors: active) { input { appearance: auto } input::before { display: none } }
.languages { width: 100%; max-width: 34rem; padding: 0 2rem; color: var(--soft); font-size: .875rem }
.languages summary { cursor: pointer; text-decoration: underline }
.languages ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none }
.languages [aria-current] { font-weight: 600; text-decoration: none }
.emails { margin: 0 0 1rem; padding: 0; list-style: none }
.emails li { padding: .6rem 0; border-bottom: 1px solid var(--line) }
.emails a { display: flex; align-items: center; min-height: 44px; font-weight: 600 }
.emails time { color: var(--soft); font-size: .9375rem }
footer { width: 100%; max-width: 34rem; padding: 1rem 2rem; color: var(--soft); font-size: .875rem; white-space: pre-line; overflow-wrap: anywhere }
@media (max-width: 30rem) { body { padding: 12px } main { padding: 1.25rem } footer, .languages { padding-inline: 1.25rem } }
`
