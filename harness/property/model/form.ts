import type { Json } from '../../../tools/core/json.ts'

/** Parameters without which nobody can tell what is asked for. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  transfer: ['token', 'recipient', 'amountBaseUnits'],
  'transfer-native': ['recipient', 'amountBaseUnits'],
  wrap: ['amountBaseUnits'],
  unwrap: ['amountBaseUnits'],
  approve: ['token', 'spender', 'amountBaseUnits'],
  'revoke-allowance': ['token', 'spender'],
  'revoke-permit2-allowance': ['pairs'],
  'permit2-approve': ['token', 'spender', 'amountBaseUnits', 'ttlSeconds'],
  'sign-permit': ['token', 'spender', 'amountBaseUnits', 'ttlSeconds'],
  swap: ['tokenIn', 'tokenOut', 'amountInBaseUnits'],
  'swap-exact-output': ['tokenIn', 'tokenOut', 'amountOutBaseUnits'],
  'swap-multi-hop': ['tokens', 'amountInBaseUnits'],
  'add-liquidity': ['tokenA', 'tokenB', 'amountABaseUnits', 'amountBBaseUnits', 'venue'],
}

/** Numbers of a request, with the least and the most that they can mean. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  feeTier: [1, 1_000_000],
  feeTiers: [1, 1_000_000],
  slippageBps: [0, 10_000],
  ttlSeconds: [1, 30 * 86_400],
  signatureTtlSeconds: [1, 3_600],
}

/** Tell whether a request says everything that its kind needs, in numbers that mean something. */
export function isWellFormed(kind: string, params: Readonly<Record<string, Json | undefined>>): boolean {
  return (
    (NEEDED[kind] ?? []).every((name) => params[name] !== undefined) &&
    Object.entries(RANGES).every(([name, [least, most]]) => {
      const value = params[name] ?? (params.venue as typeof params | undefined)?.[name]
      const numbers = value === undefined ? [] : Array.isArray(value) ? value : [value]
      return numbers.every((number) => Number(number) >= least && Number(number) <= most)
    })
  )
}
