/** The ending of the file with this body. Components alone are MJML, too. */
export const bodyEnding = (body: string): '.mjml' | '.html' =>
  /<mj(?:ml\b|-)/i.test(body) ? '.mjml' : '.html'
