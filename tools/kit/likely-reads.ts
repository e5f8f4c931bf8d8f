import type { Json } from '../core/json.ts'
import type { LikelyRead } from '../core/tool-def.ts'

/** State that the prices of tokens are likely to be asked for next; `pick` names them, what is no name is left out. */
export const thenPrices = (
  probability: number,
  pick: (...args: Parameters<LikelyRead['derive']>) => readonly (Json | undefined)[],
): LikelyRead => ({
  tool: 'data_get_token_price',
  probability,
  derive: (params, answer) => {
    const named = pick(params, answer).filter((value) => typeof value === 'string')
    return [...new Set(named)].map((token) => ({ token }))
  },
})
