import { type Address, erc20Abi, getAddress, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { findToken, resolveErc20 } from '../../core/tokens.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type ReserveConfiguration, readConfiguration } from './configuration.ts'

/** What tools that read reserves are given. */
export type Reading = Pick<ToolContext, 'book' | 'chain'>

/** A reserve of the Pool; rates and indexes are in ray, as of its last update. */
export interface Reserve {
  readonly token: Pick<TokenInfo, 'address' | 'symbol' | 'decimals'>
  /** Its place in the words that say what accounts use. */
  readonly id: number
  readonly configuration: ReserveConfiguration
  readonly liquidityIndex: bigint
  readonly variableBorrowIndex: bigint
  readonly supplyRate: bigint
  readonly borrowRate: bigint
  readonly updatedAtSeconds: number
  /** What the treasury may still mint, scaled by the supply's index. */
  readonly accruedToTreasury: bigint
  readonly aToken: Address
  readonly variableDebt: Address
  readonly rateStrategy: Address
  /** Debt that it secures as isolated collateral, in hundredths of a US dollar. */
  readonly isolatedDebtCents: bigint
}

/** Codes that finding a reserve may raise. */
export const RESERVE_ERROR_CODES = ['UNKNOWN_TOKEN', 'RESERVE_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'] as const

type RawReserve = Awaited<ReturnType<typeof readRaw>>

const readRaw = (ctx: Reading, asset: Address) =>
  ctx.chain.readContract({
    address: BASE.on(ctx.book).pool,
    abi: poolAbi,
    functionName: 'getReserveData',
    args: [asset],
  })

const toReserve = (token: Reserve['token'], raw: RawReserve): Reserve => ({
  token,
  id: raw.id,
  configuration: readConfiguration(raw.configuration.data),
  liquidityIndex: raw.liquidityIndex,
  variableBorrowIndex: raw.variableBorrowIndex,
  supplyRate: raw.currentLiquidityRate,
  borrowRate: raw.currentVariableBorrowRate,
  updatedAtSeconds: raw.lastUpdateTimestamp,
  accruedToTreasury: raw.accruedToTreasury,
  aToken: raw.aTokenAddress,
  variableDebt: raw.variableDebtTokenAddress,
  rateStrategy: raw.interestRateStrategyAddress,
  isolatedDebtCents: raw.isolationModeTotalDebt,
})

/**
 * Find the reserve of a token, in one request; the native coin stands for its wrapped form.
 *
 * @throws ToolError one of `RESERVE_ERROR_CODES`
 */
export async function resolveReserve(ctx: Reading, reference: string): Promise<Reserve> {
  const token = await resolveErc20(ctx, reference)
  const raw = await readRaw(ctx, token.address)
  if (isAddressEqual(raw.aTokenAddress, zeroAddress)) {
    throw BASE.error('RESERVE_NOT_FOUND', { token: token.symbol })
  }
  return toReserve(token, raw)
}

/** Read the reserves of tokens in one request; undefined where there is none. */
export async function findReserves(
  ctx: Reading,
  tokens: readonly Reserve['token'][],
): Promise<readonly (Reserve | undefined)[]> {
  const { pool } = BASE.on(ctx.book)
  const raws = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: tokens.map(
      ({ address }) =>
        ({ address: pool, abi: poolAbi, functionName: 'getReserveData', args: [address] }) as const,
    ),
  })
  return tokens.map((token, index) => {
    const raw = raws[index]
    return raw === undefined || isAddressEqual(raw.aTokenAddress, zeroAddress)
      ? undefined
      : toReserve(token, raw)
  })
}

/** Read every reserve, in two requests; a token that the book does not know is asked for its symbol. */
export async function readReserves(ctx: Reading): Promise<readonly Reserve[]> {
  const { pool } = BASE.on(ctx.book)
  const address = pool
  const assets = await ctx.chain.readContract({ address, abi: poolAbi, functionName: 'getReservesList' })
  const [raws, symbols] = await Promise.all([
    ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: assets.map(
        (asset) => ({ address, abi: poolAbi, functionName: 'getReserveData', args: [asset] }) as const,
      ),
    }),
    readSymbols(
      ctx,
      assets.filter((asset) => findToken(ctx.book, asset) === undefined),
    ),
  ])
  return raws.map((raw, index) => {
    const asset = getAddress(assets[index] as Address)
    const known = findToken(ctx.book, asset)
    const { decimals } = readConfiguration(raw.configuration.data)
    return toReserve(known ?? { address: asset, symbol: symbols.get(asset) ?? asset, decimals }, raw)
  })
}

async function readSymbols(ctx: Reading, tokens: readonly Address[]): Promise<ReadonlyMap<string, string>> {
  if (tokens.length === 0) return new Map()
  const answers = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: tokens.map((address) => ({ address, abi: erc20Abi, functionName: 'symbol' }) as const),
  })
  return new Map(
    answers.flatMap(({ result }, index) =>
      result === undefined ? [] : [[getAddress(tokens[index] as Address), result] as const],
    ),
  )
}

/** Find the reserve of a token among those that were read. @throws ToolError RESERVE_NOT_FOUND */
export function pickReserve<R extends Pick<Reserve, 'token'>>(
  reserves: readonly R[],
  token: Pick<TokenInfo, 'address' | 'symbol'>,
): R {
  const found = reserves.find((reserve) => isAddressEqual(reserve.token.address, token.address))
  if (found === undefined) throw BASE.error('RESERVE_NOT_FOUND', { token: token.symbol })
  return found
}
