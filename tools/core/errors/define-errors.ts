import type { Layer } from '../layers.ts'

/** What one code says: templates of message and way out, and the layer that usually raises it. */
export interface ErrorSpec {
  readonly layer: Layer
  readonly message: string
  readonly hint: string
}

/** What codes say, by code. */
export type ErrorSpecs = Readonly<Record<string, ErrorSpec>>

/**
 * Define the codes of one layer.
 *
 * Templates carry what was expected and what was found; `{name:usdc}`, `{name:amount}` and `{name:int}` say
 * what a number is, so that no amount is written without its unit.
 */
export const defineErrors = <
  const L extends Layer,
  const E extends Readonly<Record<string, Omit<ErrorSpec, 'layer'>>>,
>(
  layer: L,
  texts: E,
) =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, { layer, ...text }])) as {
    readonly [Code in keyof E]: E[Code] & { readonly layer: L }
  }
