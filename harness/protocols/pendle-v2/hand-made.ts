import { type Address, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'

const abi = parseAbi([
  'struct Swap { uint8 swapType; address extRouter; bytes extCalldata; bool needScale; }',
  'struct Input { address tokenIn; uint256 netTokenIn; address tokenMintSy; address pendleSwap; Swap swapData; }',
  'struct Approx { uint256 guessMin; uint256 guessMax; uint256 guessOffchain; uint256 maxIteration; uint256 eps; }',
  'struct Order { uint256 salt; uint256 expiry; uint256 nonce; uint8 orderType; address token; address YT; address maker; address receiver; uint256 makingAmount; uint256 lnImpliedRate; uint256 failSafeRate; bytes permit; }',
  'struct Fill { Order order; bytes signature; uint256 makingAmount; }',
  'struct Orders { address limitRouter; uint256 epsSkipMarket; Fill[] normalFills; Fill[] flashFills; bytes optData; }',
  'function mintSyFromToken(address receiver, address SY, uint256 least, Input input)',
  'function mintPyFromToken(address receiver, address YT, uint256 least, Input input)',
  'function swapExactTokenForPt(address receiver, address market, uint256 least, Approx approx, Input input, Orders limit)',
])

/** Where else what the router takes would go first. */
export interface Detour {
  readonly via: Address
  readonly data: Hex
}

const daiOf = (book: AddressBook) => book.tokens.find(({ symbol }) => symbol === 'DAI')?.address as Address

const inputOf = (book: AddressBook, amount: bigint, detour?: Detour) => ({
  tokenIn: daiOf(book),
  netTokenIn: amount,
  tokenMintSy: daiOf(book),
  pendleSwap: detour?.via ?? zeroAddress,
  swapData: {
    swapType: detour === undefined ? 0 : 1,
    extRouter: detour?.via ?? zeroAddress,
    extCalldata: detour?.data ?? '0x',
    needScale: false,
  },
})

const ANY = { guessMin: 0n, guessMax: 2n ** 128n, guessOffchain: 0n, maxIteration: 256n, eps: 10n ** 14n }
const NO_ORDERS = {
  limitRouter: zeroAddress,
  epsSkipMarket: 0n,
  normalFills: [],
  flashFills: [],
  optData: '0x',
} as const

/** Data of a call of the router, by an ABI of the testbed's own. */
export const encode = {
  wrap: (book: AddressBook, amount: bigint, to: Address): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'mintSyFromToken',
      args: [to, BASE.on(book).standardizedYield, 0n, inputOf(book, amount)],
    }),
  split: (book: AddressBook, amount: bigint, to: Address, detour?: Detour): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'mintPyFromToken',
      args: [to, BASE.on(book).yield, 0n, inputOf(book, amount, detour)],
    }),
  buyPt: (book: AddressBook, amount: bigint, to: Address, market = BASE.on(book).market): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'swapExactTokenForPt',
      args: [to, market, 0n, ANY, inputOf(book, amount), NO_ORDERS],
    }),
}

/** Let the router take an amount of DAI. */
export const allow = (book: AddressBook, amount: bigint): Call => ({
  to: daiOf(book),
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [BASE.on(book).router, amount] }),
})
