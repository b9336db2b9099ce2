/** The content of a new template, with one variable to copy. */
export const STARTERS = {
  html: `<!doctype html>
<html lang="en">
  <body style="margin: 0; padding: 24px; font-family: Arial, sans-serif; color: #222222">
    <h1 style="font-size: 22px">Hello {{ name | default: "there" }}</h1>
    <p>Write here.</p>
  </body>
</html>
`,
  mjml: `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Arial, sans-serif" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f4f4f7">
    <mj-section background-color="#ffffff" padding="24px">
      <mj-column>
        <mj-text font-size="22px" font-weight="600">Hello {{ name | default: "there" }}</mj-text>
        <mj-text line-height="1.5">Write here.</mj-text>
        <mj-button background-color="#4549c9" href="https://example.com">Open</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
}
