// The look of the pages of forms: that of the other public pages, and fields. Contrast of text to ground at least 4.5:1, of fields to
// ground 3:1, in both schemes (WCAG 2.2, 1.4.3 and 1.4.11). Everything that can be tapped is at least 44 px high.
export const FORM_STYLE = `
:root { color-scheme: light dark; --ground: #f4f4f5; --card: #fff; --text: #18181b; --soft: #52525b; --line: #d4d4d8; --field: #71717a; --wrong: #b91c1c; --act: #1d4ed8; --on-act: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #111113; --card: #1c1c1f; --text: #f4f4f5; --soft: #b4b4bb; --line: #3f3f46; --field: #8d8d96; --wrong: #fca5a5; --act: #93b4fd; --on-act: #0b1220 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 24px; background: var(--ground); color: var(--text); font: 17px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { position: relative; width: 100%; max-width: 34rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
a { color: inherit }
.field { margin: 0 0 1.125rem }
label { display: block; margin: 0 0 .3rem; font-weight: 600 }
label small { color: var(--soft); font-weight: 400 }
input, select { width: 100%; min-height: 44px; padding: .5rem .75rem; border: 1px solid var(--field); border-radius: 8px; background: var(--card); color: var(--text); font: inherit }
.check { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; align-items: center }
.check input { width: 1.5rem; min-height: 0; height: 1.5rem; margin: 0; padding: 0; accent-color: var(--act) }
.check label { margin: 0; padding: .55rem 0; font-weight: 400 }
.check .problem { grid-column: 1 / -1 }
[aria-invalid] { border: 2px solid var(--wrong) }
.problem { margin: .3rem 0 0; color: var(--wrong) }
.notice { padding: .75rem 1rem; border: 1px solid var(--field); border-radius: 8px }
.wrong { border-color: var(--wrong); color: var(--wrong) }
.consent { color: var(--soft); font-size: .9375rem }
.trap { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden }
button { width: 100%; min-height: 48px; padding: .6rem 1.25rem; border: 0; border-radius: 8px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer }
button[aria-busy] { opacity: .7; cursor: progress }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
footer { width: 100%; max-width: 34rem; padding: 1rem 2rem; color: var(--soft); font-size: .875rem; white-space: pre-line; overflow-wrap: anywhere }
@media (max-width: 30rem) { body { padding: 12px } main { padding: 1.25rem } footer { padding-inline: 1.25rem } }
`
