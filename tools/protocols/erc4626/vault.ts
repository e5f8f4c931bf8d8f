import { type Address, erc20Abi, formatUnits, getAddress, type Hex } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ViewQuery } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { vaultAbi } from './abi.ts'
import { BASE, listKnownVaults } from './base.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** A vault, as tools take it. */
export const VaultSchema = AddressSchema

/** Codes that reading a vault may raise. */
export const VAULT_ERROR_CODES = ['NOT_A_VAULT'] as const

/** A vault at the head. */
export interface Vault {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  /** Of its shares. */
  readonly decimals: number
  readonly asset: Pick<TokenInfo, 'address' | 'symbol' | 'decimals' | 'feed'>
  readonly totalAssets: bigint
  readonly totalSupply: bigint
  /** What one whole share is worth, in base units of the asset. */
  readonly shareWorth: bigint
  readonly isListed: boolean
  readonly blockNumber: bigint
  readonly nowSeconds: bigint
}

type NumberView =
  | 'balanceOf'
  | 'convertToShares'
  | 'convertToAssets'
  | 'maxDeposit'
  | 'maxMint'
  | 'maxWithdraw'
  | 'maxRedeem'
  | 'previewDeposit'
  | 'previewMint'
  | 'previewWithdraw'
  | 'previewRedeem'

/** A view of a vault that answers a number. */
export type VaultView = readonly [name: NumberView, of: bigint | Address]

/** Put a view of a vault into bytes. */
export const askVault = (to: Address, [functionName, of]: VaultView): ViewQuery => ({
  to,
  data: encodeFunctionData({ abi: vaultAbi, functionName, args: [of] } as never),
})

const FACTS = ['name', 'symbol', 'decimals', 'asset', 'totalAssets', 'totalSupply'] as const

/** What an unusual token is called. */
const MOST_DECIMALS = 36

function decode(functionName: (typeof FACTS)[number] | NumberView, data: Hex | undefined): unknown {
  if (data === undefined || data === '0x') return undefined
  try {
    return decodeFunctionResult({ abi: vaultAbi, functionName, data } as never)
  } catch {
    return undefined
  }
}

/** A vault, and what its views answered, in their order; undefined where one reverted. */
export type AskedVault = readonly [vault: Vault, answers: readonly (bigint | undefined)[]]

/**
 * Read vaults and some views of each at one block, in one request; one more where one answers. What is no vault is told in
 * its place.
 */
export async function findVaults(
  ctx: Reading,
  addresses: readonly Address[],
  views: readonly VaultView[] = [],
): Promise<readonly (AskedVault | ToolError)[]> {
  const vaults = addresses.map((address) => getAddress(address))
  const each = FACTS.length + views.length
  const state = await ctx.chain.readState({
    ...NO_STATE,
    views: vaults.flatMap((to) => [
      ...FACTS.map((functionName) => ({ to, data: encodeFunctionData({ abi: vaultAbi, functionName }) })),
      ...views.map((view) => askVault(to, view)),
    ]),
  })
  const listed = new Set(listKnownVaults(ctx.book).map(({ address }) => address))
  const read = vaults.map((address, index) => {
    const answers = state.views.slice(index * each, (index + 1) * each)
    const [name, symbol, decimals, asset, totalAssets, totalSupply] = FACTS.map((fact, at) =>
      decode(fact, answers[at]),
    ) as [string?, string?, number?, Address?, bigint?, bigint?]
    if (asset === undefined || decimals === undefined || decimals > MOST_DECIMALS) {
      return BASE.error('NOT_A_VAULT', { vault: address, problem: 'it names no asset, or no decimals' })
    }
    if (totalAssets === undefined || totalSupply === undefined) {
      return BASE.error('NOT_A_VAULT', { vault: address, problem: 'it does not say what it holds' })
    }
    const numbers = views.map(([view], at) => decode(view, answers[FACTS.length + at]) as bigint | undefined)
    const facts = { address, name: name ?? '', symbol: symbol ?? '', decimals, totalAssets, totalSupply }
    return { ...facts, asset: getAddress(asset), isListed: listed.has(address), numbers }
  })
  const worthOf = await readRest(
    ctx,
    read.flatMap((one) => (one instanceof ToolError ? [] : [one])),
  )
  const { blockNumber, timestampSeconds: nowSeconds } = state
  return read.map((one): AskedVault | ToolError => {
    if (one instanceof ToolError) return one
    const worth = worthOf.get(one.address)
    if (worth === undefined) {
      const problem = 'its shares or its asset have no worth'
      return BASE.error('NOT_A_VAULT', { vault: one.address, problem })
    }
    const { numbers, ...facts } = one
    return [{ ...facts, ...worth, blockNumber, nowSeconds }, numbers]
  })
}

/**
 * Read vaults as `findVaults` does.
 *
 * @throws ToolError NOT_A_VAULT when one of them is none
 */
export async function readVaults(
  ctx: Reading,
  addresses: readonly Address[],
  views: readonly VaultView[] = [],
): Promise<readonly AskedVault[]> {
  const found = await findVaults(ctx, addresses, views)
  return found.map((one) => {
    if (one instanceof ToolError) throw one
    return one
  })
}

interface Read {
  readonly address: Address
  readonly decimals: number
  readonly asset: Address
}

/** What follows from a vault's decimals and its asset, by the vault's address; nothing of one that does not say. */
async function readRest(
  ctx: Reading,
  vaults: readonly Read[],
): Promise<ReadonlyMap<Address, Pick<Vault, 'asset' | 'shareWorth'>>> {
  if (vaults.length === 0) return new Map()
  const symbolOf = encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })
  const decimalsOf = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  const { views } = await ctx.chain.readState({
    ...NO_STATE,
    views: vaults.flatMap(({ address, decimals, asset }) => [
      askVault(address, ['convertToAssets', 10n ** BigInt(decimals)]),
      { to: asset, data: symbolOf },
      { to: asset, data: decimalsOf },
    ]),
  })
  const worths = vaults.flatMap(({ address, asset }, index) => {
    const [worth, symbol, decimals] = views.slice(3 * index, 3 * index + 3)
    const shareWorth = decode('convertToAssets', worth) as bigint | undefined
    const known = findToken(ctx.book, asset)
    const of = known?.decimals ?? (decode('decimals', decimals) as number | undefined)
    if (shareWorth === undefined || of === undefined || of > MOST_DECIMALS) return []
    const named = known?.symbol ?? (decode('symbol', symbol) as string | undefined) ?? ''
    const feed = known?.feed ? { feed: known.feed } : {}
    return [
      [address, { asset: { address: asset, symbol: named, decimals: of, ...feed }, shareWorth }] as const,
    ]
  })
  return new Map(worths)
}

/** Read one vault. @throws ToolError NOT_A_VAULT */
export async function readVault(
  ctx: Reading,
  address: Address,
  views: readonly VaultView[] = [],
): Promise<AskedVault> {
  const [asked] = await readVaults(ctx, [address], views)
  return asked as AskedVault
}

/**
 * Take what a view answered.
 *
 * @throws ToolError NOT_A_VAULT when it reverted, which ERC-4626 lets a preview do alone where the act would
 */
export function requireAnswer({ address }: Pick<Vault, 'address'>, view: string, answer: bigint | undefined) {
  if (answer !== undefined) return answer
  throw BASE.error('NOT_A_VAULT', { vault: address, problem: `${view} reverts` })
}

/** What every tool about vaults says of one. */
export const VAULT_OUTPUT = {
  vault: AddressSchema,
  symbol: Type.String(),
  /** Of its shares. */
  shareDecimals: Type.Integer(),
  asset: AddressSchema,
  assetSymbol: Type.String(),
  assetDecimals: Type.Integer(),
  totalAssetsBaseUnits: BaseUnitsSchema,
  totalSharesBaseUnits: BaseUnitsSchema,
  /** Whole assets for one whole share, by `convertToAssets`. */
  sharePrice: Type.String(),
  /** Whether the book names it: of no other may a cage hold shares by default. */
  isListed: Type.Boolean(),
}

/** Describe a vault as `VAULT_OUTPUT` has it. */
export const describeVault = (vault: Vault) => ({
  vault: vault.address,
  symbol: vault.symbol,
  shareDecimals: vault.decimals,
  asset: vault.asset.address,
  assetSymbol: vault.asset.symbol,
  assetDecimals: vault.asset.decimals,
  totalAssetsBaseUnits: vault.totalAssets.toString(),
  totalSharesBaseUnits: vault.totalSupply.toString(),
  sharePrice: formatUnits(vault.shareWorth, vault.asset.decimals),
  isListed: vault.isListed,
})
