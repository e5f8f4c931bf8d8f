import type { Json } from './json.ts'
import type { AllowNeed, Need, WrapNeed } from './need.ts'
import type { Outcome } from './outcome.ts'
import type { SettlementInput, WriteTool } from './tool-def.ts'

/** How a protocol fills one need: by one of its write tools. */
export interface Filler<Filled extends Need = Need> {
  readonly tool: Pick<WriteTool, 'name'>
  toParams(need: Filled): Json
  /** What a receipt shows of the step beyond tokens' transfers, which the tool that needed it reports. */
  observe?(input: Omit<SettlementInput, 'params'>): Pick<Outcome, 'assets'>
}

/** What a protocol fills. A swap is filled by the venues of the shared kinds, by quote, and so is not among it. */
export interface Fills {
  readonly allow?: Filler<AllowNeed>
  readonly wrap?: Filler<WrapNeed>
}

/** A filler with the protocol that it belongs to. */
export interface KnownFiller extends Filler {
  readonly need: keyof Fills
  readonly protocol: string
}

/**
 * Collect what protocols fill.
 *
 * @throws RangeError when two fill one need: nothing would choose between them
 */
export function collectFillers(
  protocols: readonly { readonly id: string; readonly fills?: Fills }[],
): readonly KnownFiller[] {
  const fillers = protocols.flatMap(({ id, fills = {} }) =>
    Object.entries(fills).map(([need, filler]) => ({ ...filler, need, protocol: id }) as KnownFiller),
  )
  for (const { need, protocol } of fillers) {
    const other = fillers.find((filler) => filler.need === need && filler.protocol !== protocol)
    if (other)
      throw new RangeError(`${protocol} and ${other.protocol} both fill "${need}", expected one of them`)
  }
  return fillers
}
