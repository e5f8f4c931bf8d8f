import { isAddress } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { ScenarioCatalogue } from '../catalogue.ts'

type Members = Readonly<Record<string, unknown>>

/** Which parameter names the token of an amount, by a word in the amount's name. */
const TOKEN_KEYS: readonly (readonly [RegExp, string])[] = [
  [/In(Maximum)?$/, 'tokenIn'],
  [/Out(Minimum)?$/, 'tokenOut'],
  [/A$/, 'tokenA'],
  [/B$/, 'tokenB'],
]

/** Parameters that name a token. */
const ANY_TOKEN = /^tokens?(In|Out|A|B)?$/

/** Whether an amount is what is bought: where the most that is paid stands beside it, `token` names what pays. */
export const isBought = (name: string, params: Members): boolean =>
  name === 'amount' && ['mostIn', 'mostInBaseUnits'].some((most) => params[most] !== undefined)

/**
 * Say in which tokens an amount of a parameter can be written; undefined where nothing tells.
 *
 * An amount without a token beside it is one of the native coin, or of what wraps it, unless a venue names its token.
 */
export function tokensOfAmount(
  key: string,
  params: Members,
  { tokens, native }: Pick<ScenarioCatalogue, 'tokens' | 'native'>,
): readonly string[] | undefined {
  const name = key.replace(/BaseUnits$/, '')
  if (/Usdc$/.test(name)) return ['USDC']
  const symbolOf = (value: unknown) => {
    const text = String(value)
    const known = tokens.find(({ symbol, address }) =>
      isAddress(text, { strict: false })
        ? address !== undefined && isAddressEqual(address, text)
        : symbol.toUpperCase() === text.toUpperCase(),
    )
    return known && [known.symbol]
  }
  const path = params.tokens
  if (Array.isArray(path)) {
    if (/In$/.test(name)) return symbolOf(path[0])
    return /Out/.test(name) ? symbolOf(path.at(-1)) : undefined
  }
  const own = TOKEN_KEYS.find(([pattern]) => pattern.test(name))?.[1]
  if (own !== undefined && params[own] !== undefined) return symbolOf(params[own])
  if (isBought(name, params)) return undefined
  if (params.token !== undefined) return symbolOf(params.token)
  const isAlone = !Object.keys(params).some((other) => ANY_TOKEN.test(other))
  return isAlone && params.venue === undefined && /^amount$/.test(name) ? native : undefined
}
