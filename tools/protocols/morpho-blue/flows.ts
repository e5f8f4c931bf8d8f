import { type Address, getAddress, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readWindow } from '../../kit/log-window.ts'
import { ask, view } from '../../kit/views.ts'
import { factoryAbi, publicAllocatorAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { toAvailable } from './describe-market.ts'
import { type Market, readOpenMarkets } from './market.ts'
import { toSupplyAssets } from './maths.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Markets of a vault that are looked at. */
const MOST_MARKETS = 30

/** A market that a vault lends in, and what anyone may move out of it. */
export interface Source {
  readonly market: Market
  readonly withdrawable: bigint
}

/** What the public allocator may move into a market out of one vault. */
export interface Flows {
  readonly vault: Address
  readonly feeWei: bigint
  readonly reallocatable: bigint
  readonly sources: readonly Source[]
}

/** What a vault says of a market. */
interface Config {
  readonly cap: bigint
  readonly enabled: boolean
}

/**
 * List vaults whose flow caps into a market were set in a range of blocks: those that the factory made, where the chain's is
 * known, since anyone sets caps of what only pretends to be one.
 */
export async function listVaults(
  ctx: Reading,
  market: Hex,
  params: { readonly blocks?: number; readonly toBlock?: string },
): Promise<readonly Address[]> {
  const { publicAllocator, vaultFactory } = BASE.on(ctx.book)
  const logs = await ctx.chain.getContractEvents({
    address: publicAllocator,
    abi: publicAllocatorAbi,
    eventName: 'SetFlowCaps',
    ...(await readWindow(ctx, params)),
    strict: true,
  })
  const setting = logs.filter(({ args: { config } }) => config.some(({ id }) => id === market))
  const vaults = [...new Set(setting.map(({ args: { vault } }) => getAddress(vault)))]
  if (vaultFactory === undefined || vaults.length === 0) return vaults
  const asked = vaults.map((vault) => view(vaultFactory, factoryAbi, 'isMetaMorpho', [vault]))
  const { values } = await ask(ctx, asked)
  return vaults.filter((_, index) => values[index] === true)
}

/**
 * Read what the public allocator may move into a market out of a vault, bounded by the flow caps of both sides, by what
 * the vault lends there, by what is not borrowed there, and by the vault's cap of the market. An address that is no vault
 * moves nothing.
 */
export async function readFlows(ctx: Reading, into: Market, vault: Address): Promise<Flows> {
  const { publicAllocator } = BASE.on(ctx.book)
  const batch = inOneCall(ctx.book)
  const capsOf = (id: Hex) =>
    ({
      address: publicAllocator,
      abi: publicAllocatorAbi,
      functionName: 'flowCaps',
      args: [vault, id],
    }) as const
  const [[feeWei, caps], { values }] = await Promise.all([
    ctx.chain.multicall({
      ...batch,
      allowFailure: false,
      contracts: [
        { address: publicAllocator, abi: publicAllocatorAbi, functionName: 'fee', args: [vault] },
        capsOf(into.id),
      ],
    }),
    // Anyone may set caps of what is no vault.
    ask(ctx, [
      view(vault, vaultAbi, 'config', [into.id]),
      ...Array.from({ length: MOST_MARKETS }, (_, index) =>
        view(vault, vaultAbi, 'withdrawQueue', [BigInt(index)]),
      ),
    ]),
  ])
  const nothing = { vault, feeWei, reallocatable: 0n, sources: [] }
  const [config, ...queue] = values as [Config | undefined, ...(Hex | undefined)[]]
  if (config?.enabled !== true) return nothing
  const queued = queue.flatMap((id) => id ?? [])
  const { markets } = await readOpenMarkets(ctx, [...new Set([into.id, ...queued])], vault)
  const target = markets.find(({ id }) => id === into.id)
  const others = markets.filter((market) => market !== target)
  if (target === undefined || others.length === 0) return nothing
  const outflows = await ctx.chain.multicall({
    ...batch,
    allowFailure: false,
    contracts: others.map(({ id }) => capsOf(id)),
  })
  const room = config.cap - toSupplyAssets(target.totals, target.holding.supplyShares)
  let left = least(caps.maxIn, room > 0n ? room : 0n)
  const sources: Source[] = []
  for (const [index, market] of others.entries()) {
    const lent = toSupplyAssets(market.totals, market.holding.supplyShares)
    const withdrawable = least(lent, toAvailable(market), outflows[index]?.maxOut ?? 0n, left)
    if (withdrawable === 0n) continue
    sources.push({ market, withdrawable })
    left -= withdrawable
  }
  return {
    ...nothing,
    reallocatable: sources.reduce((sum, { withdrawable }) => sum + withdrawable, 0n),
    sources,
  }
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((lowest, amount) => (amount < lowest ? amount : lowest))
