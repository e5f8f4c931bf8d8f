import { formatAmount, formatUsdc, type TokenAmount } from './amount.ts'
import type { ErrorSpec } from './errors/define-errors.ts'
import { STACK_ERRORS, type ToolErrorCode } from './errors/table.ts'
import { amountFigure, countFigure, type Figure, usdcFigure } from './figure.ts'
import type { Layer } from './layers.ts'

/** What an argument may be, by the kind that its placeholder names. */
interface ArgumentKinds {
  readonly text: string | number
  /** USDC base units. */
  readonly usdc: bigint
  readonly amount: TokenAmount
  /** A whole number that is no amount: a nonce, a time, gas, wei. */
  readonly int: number | bigint
}

/** An argument of an error. */
export type ToolErrorArgument = ArgumentKinds[keyof ArgumentKinds]

type Placeholders<Text extends string> = Text extends `${string}{${infer Placeholder}}${infer Rest}`
  ? Placeholder | Placeholders<Rest>
  : never
type NameOf<Placeholder> = Placeholder extends `${infer Name}:${string}` ? Name : Placeholder
type KindOf<Placeholder> = Placeholder extends `${string}:${infer Kind}` ? Kind : 'text'

/** The arguments of an error, typed from its templates. */
export type ErrorArguments<Spec extends ErrorSpec> = {
  readonly [Placeholder in Placeholders<Spec['message'] | Spec['hint']> as NameOf<Placeholder> &
    string]: KindOf<Placeholder> extends keyof ArgumentKinds ? ArgumentKinds[KindOf<Placeholder>] : never
}

/** The arguments of a code of the table. */
export type ToolErrorArguments<Code extends ToolErrorCode> = ErrorArguments<(typeof STACK_ERRORS)[Code]>

/** How an error differs from what its code usually says. */
export interface ToolErrorOptions {
  readonly layer?: Layer
  readonly cause?: unknown
}

const PLACEHOLDERS = /\{(\w+)(?::(\w+))?\}/g

function writeArgument(value: ToolErrorArgument | undefined, kind: string | undefined): string {
  if (typeof value === 'object') return formatAmount(value)
  return kind === 'usdc' && typeof value === 'bigint' ? formatUsdc(value) : String(value ?? '')
}

const fill = (template: string, args: Readonly<Record<string, ToolErrorArgument>>) =>
  template.replaceAll(PLACEHOLDERS, (_, name: string, kind?: string) => writeArgument(args[name], kind))

/**
 * An expected failure of a tool or a denial; it goes back to the model as `code`, `layer`, message and hint.
 *
 * @example throw new ToolError('ZERO_AMOUNT', { parameter: 'amountInBaseUnits' })
 */
export class ToolError<Code extends string = string> extends Error {
  override readonly name = 'ToolError'
  readonly code: Code
  readonly layer: Layer
  readonly args: Readonly<Record<string, ToolErrorArgument>>
  readonly shortMessage: string
  readonly hint: string
  readonly #spec: ErrorSpec

  /** The spec is that of a protocol's own code; those of the table need none. */
  constructor(
    code: Code,
    args: Code extends ToolErrorCode ? ToolErrorArguments<Code> : Readonly<Record<string, ToolErrorArgument>>,
    ...[options = {}]: Code extends ToolErrorCode
      ? [options?: ToolErrorOptions]
      : [options: ToolErrorOptions & { readonly spec: ErrorSpec }]
  ) {
    const spec = 'spec' in options ? (options.spec as ErrorSpec) : STACK_ERRORS[code as ToolErrorCode]
    const shortMessage = fill(spec.message, args)
    const hint = fill(spec.hint, args)
    super(`${code}: ${shortMessage}\n  do: ${hint}`, { cause: options.cause })
    this.code = code
    this.layer = options.layer ?? spec.layer
    this.args = args
    this.shortMessage = shortMessage
    this.hint = hint
    this.#spec = spec
  }

  /** The numbers that it carries, under the names of their places in its message. */
  figures(): readonly Figure[] {
    const { message, hint } = this.#spec
    const kinds = new Map(
      [...`${message} ${hint}`.matchAll(PLACEHOLDERS)].map(([, name, kind]) => [name, kind]),
    )
    return Object.entries(this.args).flatMap(([name, value]) => {
      if (typeof value === 'object') return [amountFigure(name, value)]
      if (typeof value === 'bigint' && kinds.get(name) === 'usdc') return [usdcFigure(name, value)]
      return typeof value === 'bigint' || typeof value === 'number' ? [countFigure(name, value, '')] : []
    })
  }

  /** The same error with other arguments and without its cause. */
  withArguments(args: ToolError['args']): ToolError {
    return new ToolError<string>(this.code, args, { layer: this.layer, spec: this.#spec })
  }
}

/** Find the ToolError that an error is, or that it came from. */
export function findToolError(cause: unknown): ToolError | undefined {
  let found = cause
  while (found instanceof Error && !(found instanceof ToolError)) found = found.cause
  return found instanceof ToolError ? found : undefined
}

/** Render "; did you mean …" for error templates, or an empty string. */
export const renderSuggestion = (nearest: string | undefined) =>
  nearest === undefined ? '' : `; did you mean "${nearest}"?`
