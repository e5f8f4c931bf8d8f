import type { Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { morphoAbi } from './abi.ts'
import type { Vault, VaultMarket } from './read-vault.ts'

/** What a vault has in a market now, in base units of its asset, with interest up to now. */
export interface Allocation {
  readonly id: Hex
  readonly supplied: bigint
  /** What of it can be taken out at once. */
  readonly withdrawable: bigint
  /** What all lenders have in the market, and what is borrowed of it. */
  readonly marketSupplied: bigint
  readonly marketBorrowed: bigint
}

/** Shares and assets that every market is taken to hold beside its own (morpho-blue `SharesMathLib.sol`). */
const VIRTUAL_SHARES = 10n ** 6n
const VIRTUAL_ASSETS = 1n

/** Read what a vault has in markets, in one request: Morpho books the interest up to now in the same call, which nobody keeps. */
export async function readAllocations(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { address: vault, morpho: address }: Pick<Vault, 'address' | 'morpho'>,
  markets: readonly Pick<VaultMarket, 'id' | 'terms'>[],
): Promise<readonly Allocation[]> {
  if (markets.length === 0) return []
  const contract = { address, abi: morphoAbi } as const
  const accruals = markets.map(
    ({ terms }) => ({ ...contract, functionName: 'accrueInterest', args: [terms] }) as const,
  )
  const totals = markets.map(({ id }) => ({ ...contract, functionName: 'market', args: [id] }) as const)
  const positions = markets.map(
    ({ id }) => ({ ...contract, functionName: 'position', args: [id, vault] }) as const,
  )
  const count = markets.length
  const contracts: readonly (typeof accruals | typeof totals | typeof positions)[number][] = [
    ...accruals,
    ...totals,
    ...positions,
  ]
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts,
  } as never)
  return markets.map(({ id }, index) => {
    const [supplied, shares, borrowed] = answers[count + index] as unknown as readonly [
      bigint,
      bigint,
      bigint,
    ]
    const [own] = answers[2 * count + index] as unknown as readonly [bigint]
    const held = (own * (supplied + VIRTUAL_ASSETS)) / (shares + VIRTUAL_SHARES)
    const liquidity = supplied > borrowed ? supplied - borrowed : 0n
    return {
      id,
      supplied: held,
      withdrawable: held < liquidity ? held : liquidity,
      marketSupplied: supplied,
      marketBorrowed: borrowed,
    }
  })
}
