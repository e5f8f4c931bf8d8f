import type { Address, Hex } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedOutflow,
  type DecodedPositionChange,
  type DecodeScope,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { morphoAbi, publicAllocatorAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type MarketTerms, toMarketId } from './market-id.ts'

const ACTS = [
  'createMarket',
  'supply',
  'withdraw',
  'borrow',
  'repay',
  'supplyCollateral',
  'withdrawCollateral',
  'liquidate',
  'flashLoan',
  'setAuthorization',
  'setAuthorizationWithSig',
  'accrueInterest',
]

/** Decode calls of Morpho, and reallocations of vaults into a market. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['morpho'], selectors: selectorsOf(morphoAbi, ACTS) },
    {
      target: 'own',
      contracts: ['publicAllocator'],
      selectors: selectorsOf(publicAllocatorAbi, ['reallocateTo']),
    },
  ],
  decode(call, scope) {
    const isMorpho = isAddressEqual(call.to, BASE.on(scope.book).morpho)
    return isMorpho ? keepGainsOwn(decodeMorpho(call, scope), scope.account) : decodeAllocator(call)
  },
}

const outflow = (token: Address, amountBaseUnits: bigint): DecodedOutflow[] =>
  amountBaseUnits === 0n ? [] : [{ token, amountBaseUnits }]

/** What hands control to the account in the middle of a call is never allowed. */
const callback = (data: Hex) => (data === '0x' ? {} : { forbidden: 'a callback' })

function decodeMorpho(call: Call, { account }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(morphoAbi, call.data)
  // Morpho takes no value.
  if (decoded === undefined || call.valueWei !== 0n) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  const change = (
    terms: MarketTerms,
    kind: DecodedPositionChange['change'],
    owner: Address,
  ): DecodedPositionChange[] => [
    { protocol: BASE.id, contract: call.to, id: toMarketId(terms), change: kind, owner },
  ]
  /** Taking from another account's position needs that account's blanket authority. */
  const onlyOwn = (owner: Address) =>
    isAddressEqual(owner, account) ? {} : { forbidden: "another account's position" }
  switch (decoded.functionName) {
    case 'supply':
    case 'repay': {
      const [terms, assets, shares, onBehalf, data] = decoded.args
      const isRepaying = decoded.functionName === 'repay'
      // Shares to lend could cost anything; those to repay cost what the debt is, which a simulation shows.
      if (!isRepaying && shares !== 0n) return undefined
      return {
        ...effect,
        outflows: outflow(terms.loanToken, assets),
        recipients: [onBehalf],
        tokens: [terms.loanToken],
        positions: change(terms, isRepaying ? 'decrease' : 'increase', onBehalf),
        ...callback(data),
      }
    }
    case 'withdraw':
    case 'borrow': {
      const [terms, , , onBehalf, receiver] = decoded.args
      return {
        ...effect,
        recipients: [receiver],
        tokens: [terms.loanToken],
        positions: change(terms, decoded.functionName === 'borrow' ? 'increase' : 'decrease', onBehalf),
        ...onlyOwn(onBehalf),
      }
    }
    case 'supplyCollateral': {
      const [terms, assets, onBehalf, data] = decoded.args
      return {
        ...effect,
        outflows: outflow(terms.collateralToken, assets),
        recipients: [onBehalf],
        tokens: [terms.collateralToken],
        positions: change(terms, 'increase', onBehalf),
        ...callback(data),
      }
    }
    case 'withdrawCollateral': {
      const [terms, , onBehalf, receiver] = decoded.args
      return {
        ...effect,
        recipients: [receiver],
        tokens: [terms.collateralToken],
        positions: change(terms, 'decrease', onBehalf),
        ...onlyOwn(onBehalf),
      }
    }
    case 'liquidate': {
      const [terms, , , , data] = decoded.args
      return {
        ...effect,
        inflows: [terms.collateralToken],
        recipients: [account],
        tokens: [terms.loanToken, terms.collateralToken],
        ...callback(data),
      }
    }
    case 'flashLoan':
      return { ...effect, tokens: [decoded.args[0]], forbidden: 'a callback' }
    case 'setAuthorization':
      return decoded.args[1] ? { ...effect, forbidden: 'authority over all positions' } : effect
    case 'setAuthorizationWithSig':
      return { ...effect, forbidden: 'authority over all positions, by signature' }
    case 'createMarket':
    case 'accrueInterest':
      return effect
    default:
      return undefined
  }
}

function decodeAllocator(call: Call): DecodedCall | undefined {
  const decoded = decodeExactly(publicAllocatorAbi, call.data)
  if (decoded?.functionName !== 'reallocateTo') return undefined
  // The fee is the price of the call; what moves is the vault's.
  return {
    ...NO_EFFECT,
    functionName: 'reallocateTo',
    outflows: outflow(NATIVE_TOKEN, call.valueWei),
    tokens: call.valueWei === 0n ? [] : [NATIVE_TOKEN],
  }
}
