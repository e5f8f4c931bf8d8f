import type { Address } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodeScope,
  NO_EFFECT,
  UNLIMITED_APPROVAL_FROM,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { pairAbi, routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { computePairAddress } from './pair-address.ts'

const ROUTED = [
  'swapExactTokensForTokens',
  'swapTokensForExactTokens',
  'swapExactTokensForTokensSupportingFeeOnTransferTokens',
  'addLiquidity',
  'removeLiquidity',
] as const

/** Decode swaps and deposits of the router, and what an account lets it take of a pair's liquidity. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['router'], selectors: selectorsOf(routerAbi, ROUTED) },
    { target: 'own', contracts: ['wethUsdt'], selectors: selectorsOf(pairAbi, ['approve']) },
  ],
  decode(call, scope) {
    // None of these functions is payable.
    if (call.valueWei !== 0n) return undefined
    const isRouter = isAddressEqual(call.to, BASE.on(scope.book).router)
    return isRouter ? keepGainsOwn(decodeRouted(call, scope), scope.account) : decodeApproval(call, scope)
  },
}

/** The router takes liquidity from its caller alone, so that letting it is no authority of others. */
function decodeApproval({ data }: Call, { book }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(pairAbi, data)
  if (decoded?.functionName !== 'approve') return undefined
  const [spender, amount] = decoded.args
  const forbidden =
    amount >= UNLIMITED_APPROVAL_FROM
      ? 'unlimited approval'
      : amount > 0n && !isAddressEqual(spender, BASE.on(book).router)
        ? "another's hold of liquidity"
        : undefined
  return { ...NO_EFFECT, functionName: 'approve', ...(forbidden === undefined ? {} : { forbidden }) }
}

function decodeRouted({ data }: Call, { account, book }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(routerAbi, data)
  if (decoded === undefined) return undefined
  const { functionName } = decoded
  const swap = (amountBaseUnits: bigint, path: readonly Address[], to: Address): DecodedCall | undefined => {
    const [first, last] = [path[0], path.at(-1)]
    if (first === undefined || last === undefined || path.length < 2) return undefined
    const outflows = [{ token: first, amountBaseUnits }]
    return { ...NO_EFFECT, functionName, outflows, inflows: [last], recipients: [to], tokens: path }
  }
  const change = (what: 'increase' | 'close', tokens: readonly [Address, Address], to: Address) => {
    const contract = computePairAddress(BASE.on(book).factory, ...tokens)
    const position = { protocol: BASE.id, contract, id: contract, change: what }
    return {
      ...NO_EFFECT,
      functionName,
      recipients: [to],
      tokens,
      positions: [{ ...position, owner: account }],
    }
  }
  switch (functionName) {
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForTokensSupportingFeeOnTransferTokens': {
      const [amountIn, , path, to] = decoded.args
      return swap(amountIn, path, to)
    }
    case 'swapTokensForExactTokens': {
      const [, most, path, to] = decoded.args
      return swap(most, path, to)
    }
    case 'addLiquidity': {
      const [tokenA, tokenB, amountA, amountB, , , to] = decoded.args
      const outflows = [
        { token: tokenA, amountBaseUnits: amountA },
        { token: tokenB, amountBaseUnits: amountB },
      ]
      return { ...change('increase', [tokenA, tokenB], to), outflows }
    }
    case 'removeLiquidity': {
      const [tokenA, tokenB, , , , to] = decoded.args
      // What is burned is given up, for whatever the reserves are then; how much of a position that is, its lot says.
      return change('close', [tokenA, tokenB], to)
    }
    default:
      return undefined
  }
}
