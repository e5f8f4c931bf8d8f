import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import type { Claim } from '../../../tools/safety/hooks/hook.ts'
import type { RawCall } from '../../scenario/encode-raw.ts'
import type { StepAction } from '../../scenario/step-list.ts'
import { parseDecimal, splitAmount } from '../../scenario/units.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { findContract } from '../../world/find-contract.ts'
import type { Quote, TokenFact } from './facts.ts'
import { isWellFormed } from './form.ts'

/** One call, by what it does. */
export type ModelCall =
  | { readonly kind: 'transfer'; readonly token: string; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'approve'; readonly token: string; readonly spender: Address; readonly amount: bigint }
  | { readonly kind: 'wrap' | 'unwrap'; readonly amount: bigint }
  /** A function that no list has. */
  | { readonly kind: 'foreign' }

/** What a command is meant to do. */
export type Intent =
  | {
      readonly kind: 'modelCalls'
      readonly modelCalls: readonly ModelCall[]
      readonly delegates: boolean
      readonly isRaw: boolean
    }
  | {
      readonly kind: 'swap'
      readonly exact: 'input' | 'output'
      /** Tokens of the path, first to last. */
      readonly path: readonly string[]
      readonly amount: bigint
      readonly feeTiers?: readonly number[]
      readonly slippageBps: number
      /** Set once it was previewed: what a commit is held to. */
      readonly promised?: Quote
    }
  | {
      readonly kind: 'authority'
      readonly via: 'permit2' | 'signature'
      readonly token: string
      readonly spender: Address
      readonly amount: bigint
      readonly untilSeconds: number
    }
  | { readonly kind: 'revoke' }
  | {
      readonly kind: 'liquidity'
      readonly change: 'open' | 'increase' | 'decrease' | 'collect' | 'close'
      readonly amounts: readonly { readonly token: string; readonly amount: bigint }[]
    }
  /** A request that nobody can understand. */
  | { readonly kind: 'malformed' }

/** A command with what the model claims when it asks. */
export interface Command {
  /** Its action kind; undefined when a tool is called past the action kinds. */
  readonly kind?: string
  readonly intent: Intent
  readonly claims: readonly Claim[]
}

type Params = Readonly<Record<string, Json | undefined>>

const DEFAULT_SLIPPAGE_BPS = 50

/** Action kinds of which the model foresees nothing: how much a swap up to a price takes depends on every tick between. */
const UNMODELLED = ['swap-to-price']

/**
 * Read what a step is meant to do; undefined for what the model foresees nothing of.
 *
 * @throws RangeError when an action kind is new to it
 */
export function readCommand(
  action: StepAction,
  world: { readonly book: AddressBook; readonly cage: Address; readonly nowSeconds: number },
): Command | undefined {
  if (action.kind === 'raw') {
    const intent = readRaw(action.calls, action.delegate !== undefined, world)
    return intent && { intent, claims: [] }
  }
  if (action.kind !== 'preview' && action.kind !== 'act') return undefined
  // What an untrusted tool asks for is known only when it has run.
  if (action.action.includes(':')) return undefined
  const params = action.params as Params
  const intent: Intent | undefined = isWellFormed(action.action, params)
    ? readIntent(action.action, params, world)
    : { kind: 'malformed' }
  return intent && { kind: action.action, intent, claims: action.claims }
}

function readIntent(
  kind: string,
  params: Params,
  world: { readonly book: AddressBook; readonly cage: Address; readonly nowSeconds: number },
): Intent | undefined {
  const { book, cage, nowSeconds } = world
  const token = (key: string) => symbolOf(book, String(params[key])) ?? String(params[key])
  const amount = (key = 'amountBaseUnits') => BigInt(String(params[key] ?? '0'))
  const address = (key: string) => {
    const text = String(params[key])
    return text === `\${cage}` ? cage : getAddress(text)
  }
  const modelCall = (made: ModelCall): Intent => ({
    kind: 'modelCalls',
    modelCalls: [made],
    delegates: false,
    isRaw: false,
  })
  const slippageBps = Number(params.slippageBps ?? DEFAULT_SLIPPAGE_BPS)
  const { feeTier } = (params.venue ?? {}) as Params
  const feeTiers = feeTier === undefined ? {} : { feeTiers: [Number(feeTier)] }
  const pair = () => [token('tokenIn'), token('tokenOut')]
  switch (kind) {
    case 'transfer':
      return modelCall({
        kind: 'transfer',
        token: token('token'),
        to: address('recipient'),
        amount: amount(),
      })
    case 'transfer-native':
      return modelCall({
        kind: 'transfer',
        token: book.nativeSymbol,
        to: address('recipient'),
        amount: amount(),
      })
    case 'wrap':
    case 'unwrap':
      return modelCall({ kind, amount: amount() })
    case 'approve':
      return modelCall({
        kind: 'approve',
        token: token('token'),
        spender: address('spender'),
        amount: amount(),
      })
    case 'revoke-allowance':
    case 'revoke-permit2-allowance':
      return { kind: 'revoke' }
    case 'permit2-approve':
    case 'sign-permit': {
      const ttl = Number(params.ttlSeconds)
      const signatureTtl = Number(params.signatureTtlSeconds ?? 600)
      const seconds = kind === 'sign-permit' ? Math.max(ttl, signatureTtl) : ttl
      return {
        kind: 'authority',
        via: kind === 'sign-permit' ? 'signature' : 'permit2',
        token: token('token'),
        spender: address('spender'),
        amount: amount(),
        untilSeconds: nowSeconds + seconds,
      }
    }
    case 'swap':
      return {
        kind: 'swap',
        exact: 'input',
        path: pair(),
        amount: amount('amountInBaseUnits'),
        ...feeTiers,
        slippageBps,
      }
    case 'swap-exact-output':
      return {
        kind: 'swap',
        exact: 'output',
        path: pair(),
        amount: amount('amountOutBaseUnits'),
        ...feeTiers,
        slippageBps,
      }
    case 'swap-multi-hop': {
      const path = (params.tokens as readonly string[]).map((name) => symbolOf(book, name) ?? name)
      const tiers = params.feeTiers as readonly number[] | undefined
      return {
        kind: 'swap',
        exact: 'input',
        path,
        amount: amount('amountInBaseUnits'),
        ...(tiers ? { feeTiers: tiers.map(Number) } : {}),
        slippageBps,
      }
    }
    case 'add-liquidity':
    case 'increase-liquidity': {
      const amounts = (['A', 'B'] as const).map((side) => ({
        token: token(`token${side}`),
        amount: amount(`amount${side}BaseUnits`),
      }))
      return { kind: 'liquidity', change: kind === 'add-liquidity' ? 'open' : 'increase', amounts }
    }
    case 'remove-liquidity':
      return { kind: 'liquidity', change: 'decrease', amounts: [] }
    case 'collect-fees':
      return { kind: 'liquidity', change: 'collect', amounts: [] }
    case 'burn-position':
    case 'close-liquidity':
      return { kind: 'liquidity', change: 'close', amounts: [] }
    default:
      if (UNMODELLED.includes(kind)) return undefined
      throw new RangeError(`the model knows nothing of action kind "${kind}": teach it in intent.ts`)
  }
}

/** Read raw calls; undefined when one of them is nothing that the model knows. */
function readRaw(
  calls: readonly RawCall[],
  delegates: boolean,
  { book, cage }: { readonly book: AddressBook; readonly cage: Address },
): Intent | undefined {
  const address = (name: unknown) => {
    const text = String(name)
    if (text === 'cage') return cage
    if (Object.hasOwn(ACTORS, text)) return ACTORS[text as ActorName].address
    return findContract(book, text) ?? (isAddress(text) ? getAddress(text) : undefined)
  }
  const amountOf = (text: unknown) => {
    if (text === 'max') return 2n ** 256n - 1n
    const split = splitAmount(String(text))
    const token = tokensOf(book).find(({ symbol }) => symbol === split?.symbol)
    return split && token && parseDecimal(split.decimal, token.decimals)
  }
  const modelCalls = calls.map((call): ModelCall | undefined => {
    const [first, second] = (call.args ?? []) as readonly unknown[]
    const token = tokensOf(book).find(({ symbol }) => symbol === call.to)?.symbol
    if (call.function === 'transfer(address,uint256)' || call.function === 'approve(address,uint256)') {
      const [who, amount] = [address(first), amountOf(second)]
      if (token === undefined || who === undefined || amount === undefined) return undefined
      return call.function.startsWith('transfer')
        ? { kind: 'transfer', token, to: who, amount }
        : { kind: 'approve', token, spender: who, amount }
    }
    if (call.function === undefined && call.data === undefined && call.value !== undefined) {
      const [who, amount] = [address(call.to), amountOf(call.value)]
      return who && amount !== undefined
        ? { kind: 'transfer', token: book.nativeSymbol, to: who, amount }
        : undefined
    }
    return call.function === 'setApprovalForAll(address,bool)' || call.function === 'sweep()'
      ? { kind: 'foreign' }
      : undefined
  })
  const known = modelCalls.filter((modelCall) => modelCall !== undefined)
  return known.length === modelCalls.length
    ? { kind: 'modelCalls', modelCalls: known, delegates, isRaw: true }
    : undefined
}

/** Tokens of a world with its native coin. */
export const tokensOf = (
  book: AddressBook,
): readonly (Omit<TokenFact, 'address'> & { address?: Address })[] => [
  ...book.tokens,
  { symbol: book.nativeSymbol, decimals: 18 },
]

/** The symbol of a token that a step names by symbol or address. */
const symbolOf = (book: AddressBook, name: string): string | undefined =>
  tokensOf(book).find(
    ({ symbol, address }) =>
      symbol.toLowerCase() === name.toLowerCase() ||
      (address !== undefined &&
        isAddress(name, { strict: false }) &&
        isAddressEqual(address, name as Address)),
  )?.symbol
