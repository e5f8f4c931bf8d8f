import type { Address, Hex } from 'viem'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedPositionChange,
  type DecodeScope,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { ordersAbi, stakingAbi } from './abi.ts'
import { orderKey, STAKED, ticketKey } from './acts.ts'
import { BASE } from './base.ts'

const STAKING_ACTS = ['stake', 'requestExit', 'claim'] as const
const ORDER_ACTS = ['place', 'cancel'] as const

/** Decode what an account does with the model's staking and orders. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['staking'], selectors: selectorsOf(stakingAbi, STAKING_ACTS) },
    { target: 'own', contracts: ['orders'], selectors: selectorsOf(ordersAbi, ORDER_ACTS) },
  ],
  decode(call, scope) {
    if (call.valueWei !== 0n) return undefined
    const { staking } = BASE.on(scope.book)
    const isStaking = isAddressEqual(call.to, staking)
    return keepGainsOwn(isStaking ? decodeStaking(call, scope) : decodeOrder(call, scope), scope.account)
  },
}

/** What becomes of a position, said also while no reader shows it. */
const changeOf = (
  contract: Address,
  id: Hex,
  change: DecodedPositionChange['change'],
  owner: Address,
): DecodedPositionChange => ({ protocol: BASE.id, contract, id, change, owner })

/** The staked asset is the wrapped native coin. */
function decodeStaking({ to: staking, data }: Call, { account, book }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(stakingAbi, data)
  if (decoded === undefined || book.wrappedNative === undefined) return undefined
  const token: Address = book.wrappedNative
  const { functionName } = decoded
  switch (functionName) {
    case 'stake': {
      const [amountBaseUnits, to] = decoded.args
      const outflows = [{ token, amountBaseUnits }]
      return { ...NO_EFFECT, functionName, outflows, recipients: [to], tokens: [token] }
    }
    case 'requestExit': {
      const positions = [changeOf(staking, STAKED, 'decrease', account)]
      return { ...NO_EFFECT, functionName, recipients: [decoded.args[1]], tokens: [token], positions }
    }
    case 'claim': {
      const [ticket, to] = decoded.args
      const positions = [changeOf(staking, ticketKey(ticket), 'close', account)]
      return { ...NO_EFFECT, functionName, recipients: [to], tokens: [token], positions }
    }
    default:
      return undefined
  }
}

/** What an order offers goes into it at once, and a keeper may take it from there for the least that it asks. */
function decodeOrder({ to, data }: Call, { account }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(ordersAbi, data)
  if (decoded === undefined) return undefined
  const { functionName } = decoded
  if (functionName === 'cancel') {
    const positions = [changeOf(to, orderKey(decoded.args[0]), 'close', account)]
    return { ...NO_EFFECT, functionName, recipients: [account], positions }
  }
  if (functionName !== 'place') return undefined
  const [tokenIn, amountIn, tokenOut, minOut, untilSeconds] = decoded.args
  const legs = [
    { token: tokenIn, amount: -amountIn },
    { token: tokenOut, amount: minOut },
  ]
  return {
    ...NO_EFFECT,
    functionName,
    outflows: [{ token: tokenIn, amountBaseUnits: amountIn }],
    inflows: [tokenOut],
    recipients: [account],
    tokens: [tokenIn, tokenOut],
    pledges: [{ isHeld: true, legs, spender: to, to: account, untilSeconds }],
  }
}
