import { type Address, concatHex, encodeFunctionData, erc20Abi, type Hex, parseAbi, size, slice } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Json } from '../../../tools/core/json.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { MARKET_POOLS } from '../../protocols/uniswap-v3/pools.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { findContract } from '../../world/find-contract.ts'
import { MARKET_TOKENS } from '../../world/market.ts'
import type { DrawnAccount, DrawnToken, KindAction, RawCall } from './draw-action.ts'

const attackAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'struct Pair { address token; address spender; }',
  'struct CageCall { address target; uint256 value; bytes data; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function increaseAllowance(address spender, uint256 added) returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function collect(Collect params) payable returns (uint256, uint256)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown(Pair[] approvals)',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function execute(CageCall[] calls, uint256 deadline, bytes32 permitId)',
])

const MAX_UINT128 = 2n ** 128n - 1n
const ZERO_ID: Hex = `0x${'0'.repeat(64)}`

/** Where drawn names lead in one world. */
export interface Scope {
  readonly book: AddressBook
  readonly cage: Address
  /** A liquidity position of the cage, or a number that nobody has. */
  readonly positionId: bigint
}

/** Convert a value in cents into base units at the opening price. */
export function toBaseUnits(token: DrawnToken | 'ETH', cents: number): bigint {
  const { decimals, priceUsd } = MARKET_TOKENS[token === 'ETH' ? 'WETH' : token]
  return (BigInt(cents) * 10n ** BigInt(decimals)) / (priceUsd * 100n)
}

const addressOf = (name: DrawnAccount, { book, cage }: Scope): Address => {
  if (name === 'cage') return cage
  return findContract(book, name) ?? ACTORS[name as ActorName].address
}

const feeOf = (a: DrawnToken, b: DrawnToken) =>
  MARKET_POOLS.find(({ tokens }) => (tokens as readonly string[]).includes(a) && tokens.includes(b as never))
    ?.feeUnits ?? 3_000

/** Encode a hand-made call; a swap comes with the approval that it needs. */
export function buildCalls(drawn: RawCall, scope: Scope): Call[] {
  const { book } = scope
  const token = (name: DrawnToken) => findToken(book, name)?.address as Address
  const tokenIn = token(drawn.tokenIn)
  const account = addressOf(drawn.account, scope)
  const router = addressOf('uniswap-v3.swapRouter', scope)
  const manager = addressOf('uniswap-v3.positionManager', scope)
  const permit2 = addressOf('permit2', scope)
  const weth9 = addressOf('weth', scope)
  const amount = drawn.isUnlimited ? 2n ** 256n - 1n : toBaseUnits(drawn.tokenIn, drawn.cents)
  const wei = toBaseUnits('ETH', drawn.cents)
  const encode = <Name extends Parameters<typeof encodeFunctionData<typeof attackAbi>>[0]['functionName']>(
    functionName: Name,
    args: readonly unknown[],
  ): Hex => encodeFunctionData({ abi: attackAbi, functionName, args } as never)
  const erc20 = (functionName: 'approve' | 'transfer' | 'transferFrom', args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName, args } as never)
  const call = (to: Address, data: Hex, valueWei = 0n): Call => ({ to, valueWei, data: damage(data, drawn) })
  const swap = () =>
    encode('exactInputSingle', [
      {
        tokenIn,
        tokenOut: token(drawn.tokenOut),
        fee: feeOf(drawn.tokenIn, drawn.tokenOut),
        recipient: account,
        amountIn: amount,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ])
  const approval: Call = { to: tokenIn, valueWei: 0n, data: erc20('approve', [router, amount]) }

  switch (drawn.shape) {
    case 'swap':
      return [approval, call(router, swap())]
    case 'bundle':
      return [approval, call(router, encode('multicall', [[swap()]]))]
    case 'transfer':
      return [call(tokenIn, erc20('transfer', [account, amount]))]
    case 'approve':
      return [call(tokenIn, erc20('approve', [account, amount]))]
    case 'increase-allowance':
      return [call(tokenIn, encode('increaseAllowance', [account, amount]))]
    case 'transfer-from':
      return [call(tokenIn, erc20('transferFrom', [scope.cage, account, amount]))]
    case 'approve-all':
      return [call(manager, encode('setApprovalForAll', [account, true]))]
    case 'permit2':
      return [
        call(permit2, encode('approve', [tokenIn, account, amount & (2n ** 160n - 1n), 2n ** 48n - 1n])),
      ]
    case 'lockdown':
      return [call(permit2, encode('lockdown', [[{ token: tokenIn, spender: account }]]))]
    case 'wrap':
      return [call(weth9, encode('deposit', []), wei)]
    case 'unwrap':
      return [call(weth9, encode('withdraw', [wei]))]
    case 'value':
      return [{ to: account, valueWei: wei, data: '0x' }]
    case 'collect':
      return [
        call(
          manager,
          encode('collect', [
            {
              tokenId: scope.positionId,
              recipient: account,
              amount0Max: MAX_UINT128,
              amount1Max: MAX_UINT128,
            },
          ]),
        ),
      ]
    case 'hand-over':
      return [call(manager, encode('safeTransferFrom', [scope.cage, account, scope.positionId]))]
    case 'garbage':
      return [call(account, drawn.isUnlimited ? '0xdeadbeef' : '0xdead')]
    case 'reenter':
      return [call(scope.cage, encode('execute', [[], 2n ** 64n, ZERO_ID]))]
  }
}

/** Cut the last byte off, append a word, or dirty the upper bytes of the first word. */
function damage(data: Hex, drawn: RawCall): Hex {
  if (drawn.damage === 'cut') return slice(data, 0, size(data) - 1)
  if (drawn.damage === 'longer') return concatHex([data, ZERO_ID])
  if (drawn.damage === 'dirty' && size(data) >= 36) {
    return concatHex([slice(data, 0, 4), '0xff', slice(data, 5)])
  }
  return data
}

/** Name the parameters of an action kind. */
export function buildParams(drawn: KindAction, scope: Scope): { readonly [name: string]: Json } {
  const { tokenIn, tokenOut, cents } = drawn
  const units = (token: DrawnToken | 'ETH', share = 1) =>
    toBaseUnits(token, Math.floor(cents * share)).toString()
  const account = addressOf(drawn.account, scope)
  const pair = { tokenA: tokenIn, tokenB: tokenOut }
  const both = { ...pair, amountABaseUnits: units(tokenIn, 0.5), amountBBaseUnits: units(tokenOut, 0.5) }
  const positionId = scope.positionId.toString()
  const { slippageBps } = drawn
  switch (drawn.kind) {
    case 'swap':
      return { tokenIn, tokenOut, amountInBaseUnits: units(tokenIn), slippageBps }
    case 'swap-exact-output':
      return { tokenIn, tokenOut, amountOutBaseUnits: units(tokenOut), slippageBps }
    case 'transfer':
      return { token: tokenIn, recipient: account, amountBaseUnits: units(tokenIn) }
    case 'transfer-native':
      return { recipient: account, amountBaseUnits: units('ETH') }
    case 'approve':
      return { token: tokenIn, spender: account, amountBaseUnits: units(tokenIn) }
    case 'permit2-approve':
      return { token: tokenIn, spender: account, amountBaseUnits: units(tokenIn), ttlSeconds: 600 }
    case 'wrap':
      return { amountBaseUnits: units('ETH') }
    case 'unwrap':
      return { amountBaseUnits: units('ETH') }
    case 'add-liquidity':
      return {
        ...both,
        venue: { protocol: 'uniswap-v3', feeTier: feeOf(tokenIn, tokenOut), rangeTicks: 1_200 },
        slippageBps,
      }
    case 'increase-liquidity':
      return { ...both, positionId, slippageBps }
    case 'remove-liquidity':
      return { positionId, shareBps: (cents % 10_000) + 1, slippageBps }
    case 'revoke-allowance':
      return { token: tokenIn, spender: account }
    case 'collect-fees':
    case 'close-liquidity':
    case 'burn-position':
      return { positionId }
    default:
      throw new RangeError(`action kind "${drawn.kind}" has no parameters: name them in build-calls.ts`)
  }
}
