import type { RunRead } from '../../core/action.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { TOOL_DEF as QUOTE } from './uniswap-quote-v2-path.ts'

/** Quote a trade in a pair; answers the error where there is none: another venue may have a market. */
export async function quotePair(
  wanted: Json,
  run: RunRead,
): Promise<{ readonly amountInBaseUnits: string; readonly amountOutBaseUnits: string } | ToolError> {
  try {
    return (await run(QUOTE.name, wanted)) as { amountInBaseUnits: string; amountOutBaseUnits: string }
  } catch (cause) {
    if (cause instanceof ToolError && cause.code === 'PAIR_NOT_FOUND') return cause
    throw cause
  }
}
