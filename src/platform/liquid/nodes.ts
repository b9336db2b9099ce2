// The nodes that differ from the library's: text, outputs, and the three tags that print or capture values. They write to our
// emitters, which distinguish the author's text from data.
import { CaptureTag, CycleTag, EchoTag, Tokenizer, Value } from 'liquidjs'
import type { Context, Emitter, Liquid, Template, Token } from 'liquidjs'
import { Literal } from './emitters.ts'
import type { PartEmitter } from './emitters.ts'
import { TemplateProblem } from './template-problem.ts'

export type DelimitedToken = Token & { contentRange: [number, number] }

export class LiteralNode implements Template {
  readonly token: Token
  readonly literal: Literal

  constructor(token: Token) {
    this.token = token
    this.literal = new Literal(token.getText())
  }

  render(_: Context, emitter: Emitter): void {
    ;(emitter as PartEmitter).literal(this.literal)
  }
}

export class ValueNode implements Template {
  readonly token: Token
  readonly value: Value

  constructor(token: DelimitedToken, liquid: Liquid) {
    this.token = token
    const { input, contentRange } = token
    const tokenizer = new Tokenizer(input, liquid.options.operators, undefined, contentRange)
    this.value = new Value(tokenizer.readFilteredValue(), liquid)
    tokenizer.skipBlank()
    if (!tokenizer.end()) throw new TemplateProblem(`unexpected "${tokenizer.peek()}"`, tokenizer.p)
  }

  *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    ;(emitter as PartEmitter).value(yield this.value.value(ctx))
  }

  *arguments(): Generator<Value> {
    yield this.value
  }
}

/** `{% echo x %}` prints like `{{ x }}`. */
export class EchoNode extends EchoTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const value of this.arguments()) (emitter as PartEmitter).value(yield (value as Value).value(ctx))
  }
}

export class CycleNode extends CycleTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
    ;(emitter as PartEmitter).value(yield super.render(ctx, emitter))
    return ''
  }
}

/** In a body, captured text is HTML whose values are already escaped, so that printing it does not escape them twice. */
export class CaptureNode extends CaptureTag {
  // The library declares this method without the emitter, but passes one.
  override *render(ctx: Context, emitter?: Emitter): Generator<unknown, void, string> {
    const inner = (emitter as PartEmitter).fork()
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, inner)
    ;(ctx.bottom() as Record<string, unknown>)[this.variable] = inner.captured()
  }
}
