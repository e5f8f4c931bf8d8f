import { type Address, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/erc4626/base.ts'
import { joinRounds, type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import type { Observed } from '../testbed.ts'
import { ORIGIN_VAULTS } from './vaults.ts'

const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])
const lendingAbi = parseAbi([
  'function totalAssets() view returns (uint256)',
  'function lastTotalAssets() view returns (uint256)',
  'function fee() view returns (uint96)',
])

const WAD = 10n ** 18n
/** Shares at whose worth an index is taken. */
const SCALE = 10n ** 24n
const NO_DEBT = 2n ** 256n - 1n

/** What a vault has, and what its shares are. */
interface Totals {
  readonly assets: bigint
  readonly shares: bigint
}

/** What 10^24 shares are worth: of one asset and 10^offset shares more than there are (OpenZeppelin, "virtual offset"). */
export function toIndex({ assets, shares }: Totals, offset: bigint): bigint {
  const index = (SCALE * (assets + 1n)) / (shares + 10n ** offset)
  return index === 0n ? 1n : index
}

/** What shares are worth at an index. */
export const toWorth = (shares: bigint, index: bigint): bigint => (shares * index) / SCALE

/** Add the shares that a fee on what was earned since the last act would bring its taker (MetaMorpho, "performance fee"). */
export function withFee(
  { assets, shares }: Totals,
  { last, fee, offset }: { readonly last: bigint; readonly fee: bigint; readonly offset: bigint },
): Totals {
  const earned = assets > last ? assets - last : 0n
  const taken = (earned * fee) / WAD
  return { assets, shares: shares + (taken * (shares + 10n ** offset)) / (assets - taken + 1n) }
}

/** Shares of a vault stand under its hash, which is their place, too. */
export const toKey = (vault: Address): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [vault]))

/** Read what the savings vault has: all that lies in it. */
function* readSavings(vault: Address, asset: Address): ReadRounds<Totals> {
  const [assets, shares] = yield* readContracts([
    { address: asset, abi: tokenAbi, functionName: 'balanceOf', args: [vault] } as const,
    { address: vault, abi: tokenAbi, functionName: 'totalSupply' } as const,
  ])
  return { assets, shares }
}

/** Read what the lending vault has, the shares of its fee included. */
function* readLending(vault: Address, offset: bigint): ReadRounds<Totals> {
  const own = { address: vault, abi: lendingAbi } as const
  const [assets, last, fee, shares] = yield* readContracts([
    { ...own, functionName: 'totalAssets' } as const,
    { ...own, functionName: 'lastTotalAssets' } as const,
    { ...own, functionName: 'fee' } as const,
    { address: vault, abi: tokenAbi, functionName: 'totalSupply' } as const,
  ])
  return withFee({ assets, shares }, { last, fee, offset })
}

/** Read what an account holds of the origin's vaults: shares, at what the vaults have. */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const known = BASE.find(book)
  const asset = book.tokens.find(({ symbol }) => symbol === 'USDC')?.address
  if (known === undefined || asset === undefined) return []
  const { lendingVault, savingsVault } = known
  const vaults = [lendingVault, savingsVault] as const
  const held = yield* readContracts(
    vaults.map(
      (address) => ({ address, abi: tokenAbi, functionName: 'balanceOf', args: [account] }) as const,
    ),
  )
  if (held.every((shares) => shares === 0n)) return []
  const { offset } = ORIGIN_VAULTS.lendingVault
  const [lending, savings] = yield* joinRounds([
    readLending(lendingVault, offset),
    readSavings(savingsVault, asset),
  ] as const)
  const indexes = [toIndex(lending, offset), toIndex(savings, ORIGIN_VAULTS.savingsVault.offset)]
  return vaults.flatMap((vault, at): Position[] => {
    const [units = 0n, index = 0n] = [held[at], indexes[at]]
    if (units === 0n) return []
    return [
      {
        protocol: BASE.id,
        key: toKey(vault),
        place: toKey(vault),
        health: NO_DEBT,
        lots: [{ units, index, legs: [{ token: asset, amount: toWorth(units, index) }] }],
      },
    ]
  })
}
