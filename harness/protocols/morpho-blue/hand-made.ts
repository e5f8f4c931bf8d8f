import { type Address, erc20Abi, type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import { type MarketTerms, ORIGIN_MARKETS } from './markets.ts'

const abi = parseAbi([
  'struct Terms { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'function supply(Terms, uint256 assets, uint256 shares, address onBehalf, bytes data)',
  'function withdraw(Terms, uint256 assets, uint256 shares, address onBehalf, address receiver)',
  'function repay(Terms, uint256 assets, uint256 shares, address onBehalf, bytes data)',
  'function borrow(Terms, uint256 assets, uint256 shares, address onBehalf, address receiver)',
  'function supplyCollateral(Terms, uint256 assets, address onBehalf, bytes data)',
  'function withdrawCollateral(Terms, uint256 assets, address onBehalf, address receiver)',
  'function setAuthorization(address authorized, bool newIsAuthorized)',
  'function createMarket(Terms)',
])

/** The origin's first market: WETH for USDC. */
export function firstTerms(book: AddressBook): MarketTerms {
  const [market] = ORIGIN_MARKETS as [(typeof ORIGIN_MARKETS)[number]]
  const token = (symbol: string) => book.tokens.find((known) => known.symbol === symbol)?.address as Address
  return {
    loanToken: token(market.loan),
    collateralToken: token(market.collateral),
    oracle: market.oracle,
    irm: BASE.on(book).irm,
    lltv: market.lltvWad,
  }
}

/** Data of a call of Morpho, by ABIs of the testbed's own. */
export const encode = {
  supply: (terms: MarketTerms, assets: bigint, onBehalf: Address, data: Hex = '0x'): Hex =>
    encodeFunctionData({ abi, functionName: 'supply', args: [terms, assets, 0n, onBehalf, data] }),
  withdraw: (terms: MarketTerms, assets: bigint, onBehalf: Address, receiver: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'withdraw', args: [terms, assets, 0n, onBehalf, receiver] }),
  borrow: (terms: MarketTerms, assets: bigint, onBehalf: Address, receiver: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'borrow', args: [terms, assets, 0n, onBehalf, receiver] }),
  repay: (terms: MarketTerms, assets: bigint, onBehalf: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'repay', args: [terms, assets, 0n, onBehalf, '0x'] }),
  supplyCollateral: (terms: MarketTerms, assets: bigint, onBehalf: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'supplyCollateral', args: [terms, assets, onBehalf, '0x'] }),
  withdrawCollateral: (terms: MarketTerms, assets: bigint, onBehalf: Address, receiver: Address): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'withdrawCollateral',
      args: [terms, assets, onBehalf, receiver],
    }),
  setAuthorization: (authorized: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'setAuthorization', args: [authorized, true] }),
  createMarket: (terms: MarketTerms): Hex =>
    encodeFunctionData({ abi, functionName: 'createMarket', args: [terms] }),
}

/** Let Morpho take an amount. */
export const allow = (book: AddressBook, token: Address, amount: bigint): Call => ({
  to: token,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BASE.on(book).morpho, amount],
  }),
})
