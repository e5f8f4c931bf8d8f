import type { Hex } from 'viem'
import { Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { MarketIdSchema } from './market-terms.ts'
import { MOST_MARKETS, type Vault } from './read-vault.ts'

/** A queue as tools take it. */
export const QUEUE = Type.Array(MarketIdSchema, {
  maxItems: MOST_MARKETS,
  description: 'ids of the markets, first to last',
})

/** What a queue is after an act; null when it was not set. */
export const QUEUE_OUTPUT = { queue: Type.Union([Type.Array(MarketIdSchema), Type.Null()]) }

/** Name what keeps a market out of a queue. @throws ToolError VAULT_MARKET_UNFIT, always */
export function refuseMarket(
  { address: vault }: Pick<Vault, 'address'>,
  market: Hex,
  problem: string,
): never {
  throw BASE.error('VAULT_MARKET_UNFIT', { vault, market, problem })
}

/** Check that a queue is another one, each market at most once. @throws ToolError VAULT_ALREADY_SET, VAULT_MARKET_UNFIT */
export function assertNewQueue(
  vault: Pick<Vault, 'address'>,
  now: readonly Hex[],
  wanted: readonly Hex[],
): void {
  const twin = wanted.find((id, index) => wanted.indexOf(id) !== index)
  if (twin) refuseMarket(vault, twin, 'it is named twice')
  if (now.length === wanted.length && now.every((id, index) => id === wanted[index])) {
    throw BASE.error('VAULT_ALREADY_SET', {
      vault: vault.address,
      found: `its queue has ${now.length} markets`,
    })
  }
}
