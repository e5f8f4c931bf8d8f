import { type Address, getAddress, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { factoryAbi, morphoAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { MarketTerms } from './market-terms.ts'

type Reading = Pick<ToolContext, 'book' | 'chain' | 'operator'>

/** Most markets in a queue (metamorpho `ConstantsLib.sol`). */
export const MOST_MARKETS = 30

/** Codes that reading a vault may raise. */
export const VAULT_ERROR_CODES = ['NOT_A_METAMORPHO', 'PROTOCOL_NOT_DEPLOYED'] as const

/** What waits for a timelock. */
export interface Pending<Value> {
  readonly value: Value
  /** Chain second from which on it can be accepted. */
  readonly validAtSeconds: number
}

/** A vault at the head. */
export interface Vault {
  readonly address: Address
  readonly morpho: Address
  readonly name: string
  readonly symbol: string
  readonly asset: Address
  readonly owner: Address
  readonly pendingOwner: Address
  readonly curator: Address
  readonly guardian: Address
  /** Share of the interest, 1e18 is all of it. */
  readonly feeWad: bigint
  readonly feeRecipient: Address
  readonly timelockSeconds: number
  readonly pendingTimelock: Pending<bigint> | undefined
  readonly pendingGuardian: Pending<Address> | undefined
  /** With interest up to now, in base units of the asset. */
  readonly totalAssets: bigint
  readonly supplyQueue: readonly Hex[]
  readonly withdrawQueue: readonly Hex[]
  /** Whether the operator's own account is an allocator. */
  readonly isOperatorAllocator: boolean
  /** Whether the factory of the book made it. */
  readonly isOfFactory: boolean
  readonly nowSeconds: number
}

/** What a vault says of one market. */
export interface VaultMarket {
  readonly id: Hex
  /** Zeros for what Morpho does not know. */
  readonly terms: MarketTerms
  /** Most that the vault supplies to it, in base units of the asset. */
  readonly cap: bigint
  readonly isEnabled: boolean
  /** Chain second from which on it can be left with what is in it; undefined where no removal was proposed. */
  readonly removableAtSeconds: number | undefined
  readonly pendingCap: Pending<bigint> | undefined
}

/** A pending value as a vault answers it. */
interface RawPending<Value> {
  readonly value: Value
  readonly validAt: bigint
}

const toPending = <Value>({ value, validAt }: RawPending<Value>): Pending<Value> | undefined =>
  validAt === 0n ? undefined : { value, validAtSeconds: Number(validAt) }

const FACTS = [
  ...(['MORPHO', 'name', 'symbol', 'asset', 'owner', 'pendingOwner', 'curator', 'guardian'] as const),
  ...(['fee', 'feeRecipient', 'timelock', 'pendingTimelock', 'pendingGuardian', 'totalAssets'] as const),
] as const

const INDEXES = Array.from({ length: MOST_MARKETS }, (_, index) => BigInt(index))

const ask = (functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: vaultAbi, functionName, args } as never)

function read<Value>(functionName: string, answer: Hex | undefined): Value | undefined {
  if (answer === undefined || answer === '0x') return undefined
  try {
    return decodeFunctionResult({ abi: vaultAbi, functionName, data: answer } as never) as Value
  } catch {
    return undefined
  }
}

/**
 * Read a vault that the factory made, in one request: what others made may answer anything.
 *
 * @throws ToolError NOT_A_METAMORPHO, PROTOCOL_NOT_DEPLOYED
 */
export async function readVault(ctx: Reading, address: Address): Promise<Vault> {
  const vault = await readAnyVault(ctx, address)
  if (vault.isOfFactory) return vault
  throw BASE.error('NOT_A_METAMORPHO', { vault: vault.address, problem: 'the factory did not make it' })
}

/**
 * Read what answers as a vault does, whoever made it, in one request.
 *
 * @throws ToolError NOT_A_METAMORPHO, PROTOCOL_NOT_DEPLOYED
 */
export async function readAnyVault(ctx: Reading, vault: Address): Promise<Vault> {
  const { factory } = BASE.on(ctx.book)
  const address = getAddress(vault)
  const isMade = encodeFunctionData({ abi: factoryAbi, functionName: 'isMetaMorpho', args: [address] })
  const queues = ['supplyQueue', 'withdrawQueue'] as const
  const { views, timestampSeconds } = await ctx.chain.readState({
    ...NO_STATE,
    views: [
      { to: factory, data: isMade },
      { to: address, data: ask('isAllocator', [ctx.operator]) },
      ...FACTS.map((fact) => ({ to: address, data: ask(fact) })),
      ...queues.flatMap((queue) => INDEXES.map((index) => ({ to: address, data: ask(queue, [index]) }))),
    ],
  })
  const [made, allocates, ...rest] = views
  const fact = <Value>(name: (typeof FACTS)[number]): Value => {
    const found = read<Value>(name, rest[FACTS.indexOf(name)])
    if (found === undefined) {
      throw BASE.error('NOT_A_METAMORPHO', { vault: address, problem: `it does not answer ${name}` })
    }
    return found
  }
  const ids = rest.slice(FACTS.length).map((answer) => read<Hex>('supplyQueue', answer))
  const queueFrom = (start: number) => ids.slice(start, start + MOST_MARKETS).flatMap((id) => id ?? [])
  return {
    address,
    morpho: fact('MORPHO'),
    name: fact('name'),
    symbol: fact('symbol'),
    asset: fact('asset'),
    owner: fact('owner'),
    pendingOwner: fact('pendingOwner'),
    curator: fact('curator'),
    guardian: fact('guardian'),
    feeWad: fact('fee'),
    feeRecipient: fact('feeRecipient'),
    timelockSeconds: Number(fact<bigint>('timelock')),
    pendingTimelock: toPending(fact<RawPending<bigint>>('pendingTimelock')),
    pendingGuardian: toPending(fact<RawPending<Address>>('pendingGuardian')),
    totalAssets: fact('totalAssets'),
    supplyQueue: queueFrom(0),
    withdrawQueue: queueFrom(MOST_MARKETS),
    isOperatorAllocator: read<boolean>('isAllocator', allocates) === true,
    isOfFactory: BigInt(made ?? 0) === 1n,
    nowSeconds: Number(timestampSeconds),
  }
}

const VIEWS_OF_MARKET = 3

/** Read what a vault says of some markets, in one request. */
export async function readVaultMarkets(
  ctx: Pick<Reading, 'chain'>,
  { address, morpho }: Pick<Vault, 'address' | 'morpho'>,
  ids: readonly Hex[],
): Promise<readonly VaultMarket[]> {
  if (ids.length === 0) return []
  const functionName = 'idToMarketParams'
  const { views } = await ctx.chain.readState({
    ...NO_STATE,
    views: ids.flatMap((id) => [
      { to: address, data: ask('config', [id]) },
      { to: address, data: ask('pendingCap', [id]) },
      { to: morpho, data: encodeFunctionData({ abi: morphoAbi, functionName, args: [id] }) },
    ]),
  })
  return ids.map((id, index) => {
    const [config, pending, terms] = views.slice(index * VIEWS_OF_MARKET, (index + 1) * VIEWS_OF_MARKET)
    const { cap, enabled, removableAt } = read<RawConfig>('config', config) ?? NO_CONFIG
    return {
      id,
      terms: decodeFunctionResult({ abi: morphoAbi, functionName, data: terms ?? '0x' }),
      cap,
      isEnabled: enabled,
      removableAtSeconds: removableAt === 0n ? undefined : Number(removableAt),
      pendingCap: toPending(read<RawPending<bigint>>('pendingCap', pending) ?? { value: 0n, validAt: 0n }),
    }
  })
}

interface RawConfig {
  readonly cap: bigint
  readonly enabled: boolean
  readonly removableAt: bigint
}

const NO_CONFIG: RawConfig = { cap: 0n, enabled: false, removableAt: 0n }

/**
 * Read a vault with what it says of one market, in two requests.
 *
 * @throws ToolError NOT_A_METAMORPHO, PROTOCOL_NOT_DEPLOYED
 */
export async function readVaultMarket(
  ctx: Reading,
  address: Address,
  id: Hex,
): Promise<{ readonly vault: Vault; readonly market: VaultMarket }> {
  const vault = await readVault(ctx, address)
  const [market] = await readVaultMarkets(ctx, vault, [id])
  return { vault, market: market as VaultMarket }
}
