import { type Address, bytesToHex, type Hex, hexToBigInt, numberToHex, parseAbi, stringToBytes } from 'viem'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { HarnessError } from '../errors.ts'
import { compileContracts } from './compile.ts'
import type { FixtureChain } from './mine-all.ts'

/** How a hostile token behaves; the words of slots 6 to 13 in `contracts/HostileToken.sol`. */
export interface HostileTraits {
  readonly decimals: number
  /** Part of every transfer that its recipient does not get. */
  readonly feeBps: number
  /** What balances are of what they were before any rebase. */
  readonly balanceBps: number
  /** What events claim of what was moved. */
  readonly eventBps: number
  /** Whether an approval of zero reverts. */
  readonly refusesZeroApproval: boolean
  /** Whether `approve` works, reverts, returns false and does nothing, or is that of USDT: from or to zero alone. */
  readonly approvals: 'normal' | 'revert' | 'false' | 'through-zero'
  /** Whether transfers emit their event, emit none, or emit it and move nothing. */
  readonly transfers: 'normal' | 'silent' | 'pretended'
  /** Whether a transfer calls the contracts on both sides back, and reverts when they refuse. */
  readonly reenters: 'no' | 'tries' | 'insists'
  /** The symbol that it shows, of at most 31 bytes; its own without. */
  readonly symbol?: string
}

/** A token that does nothing hostile yet. */
export const HARMLESS: Omit<HostileTraits, 'decimals'> = {
  feeBps: 0,
  balanceBps: 10_000,
  eventBps: 10_000,
  refusesZeroApproval: false,
  approvals: 'normal',
  transfers: 'normal',
  reenters: 'no',
}

const SYMBOL_SLOT = 1

/** Slots of the traits, and the words of those that have names. */
const SLOTS: Readonly<Record<Exclude<keyof HostileTraits, 'symbol'>, number>> = {
  decimals: 6,
  feeBps: 7,
  balanceBps: 8,
  eventBps: 9,
  refusesZeroApproval: 10,
  approvals: 11,
  transfers: 12,
  reenters: 13,
}
const WORDS: Readonly<Record<string, number>> = {
  normal: 0,
  no: 0,
  revert: 1,
  silent: 1,
  tries: 1,
  false: 2,
  pretended: 2,
  insists: 2,
  'through-zero': 3,
}

/** Decimals of a token that does not say how many it has. */
const DEFAULT_DECIMALS = 18

const decimalsAbi = parseAbi(['function decimals() view returns (uint8)'])

/**
 * Replace the code of tokens by that of HostileToken; balances and allowances stay where they are.
 *
 * @throws HarnessError COMPILE_FAILED
 */
export async function placeHostileTokens(
  { rpc }: Pick<FixtureChain, 'rpc'>,
  tokens: ReadonlyMap<Address, HostileTraits>,
): Promise<void> {
  const code = await readCode()
  for (const [token, traits] of tokens) {
    await rpc.request('anvil_setCode', [token, code])
    await writeTraits(rpc, token, traits)
  }
}

/** Let a token behave otherwise; one that was none yet becomes a hostile one. */
export async function changeHostileToken(
  { rpc }: Pick<FixtureChain, 'rpc'>,
  token: Address,
  traits: Partial<HostileTraits>,
): Promise<void> {
  const code = await readCode()
  if ((await rpc.request<Hex>('eth_getCode', [token, 'latest'])) === code) {
    await writeTraits(rpc, token, traits)
    return
  }
  const data = encodeFunctionData({ abi: decimalsAbi })
  const found = await rpc.request<Hex>('eth_call', [{ to: token, data }, 'latest'])
  const decimals = found === '0x' ? DEFAULT_DECIMALS : Number(hexToBigInt(found))
  await placeHostileTokens({ rpc }, new Map([[token, { decimals, ...HARMLESS, ...traits }]]))
}

async function readCode(): Promise<Hex> {
  const { HostileToken } = await compileContracts()
  if (HostileToken !== undefined) return HostileToken.deployedBytecode
  throw new HarnessError('COMPILE_FAILED', 'HostileToken was not compiled', {
    expected: 'a contract HostileToken',
    hint: 'restore harness/world/contracts/HostileToken.sol',
  })
}

async function writeTraits(
  rpc: FixtureChain['rpc'],
  token: Address,
  { symbol, ...traits }: Partial<HostileTraits>,
): Promise<void> {
  for (const [name, trait] of Object.entries(traits)) {
    const slot = SLOTS[name as keyof typeof SLOTS]
    const value = typeof trait === 'string' ? (WORDS[trait] ?? 0) : Number(trait)
    await setWord(rpc, token, slot, numberToHex(value, { size: 32 }))
  }
  if (symbol === undefined) return
  // A short text lies in one word, with twice its length in the last byte.
  const bytes = stringToBytes(symbol)
  await setWord(
    rpc,
    token,
    SYMBOL_SLOT,
    bytesToHex(Uint8Array.of(...bytes, ...new Uint8Array(31 - bytes.length), bytes.length * 2)),
  )
}

const setWord = (rpc: FixtureChain['rpc'], token: Address, slot: number, word: Hex) =>
  rpc.request('anvil_setStorageAt', [token, numberToHex(slot, { size: 32 }), word])
