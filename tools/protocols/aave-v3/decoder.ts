import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
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
import { gatewayAbi, poolAbi, rewardsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOf } from './lending.ts'
import { VARIABLE_RATE } from './rates.ts'

const POOL_ACTIONS = [
  'supply',
  'supplyWithPermit',
  'withdraw',
  'borrow',
  'repay',
  'repayWithPermit',
  'repayWithATokens',
  'setUserUseReserveAsCollateral',
  'setUserEMode',
  'liquidationCall',
] as const

const GATEWAY_ACTIONS = ['depositETH', 'withdrawETH'] as const

const REWARDS_ACTIONS = ['claimAllRewards', 'claimRewards', 'setClaimer'] as const

/** Decode what an account does with the Pool, its gateway for the native coin, and its rewards. */
export const DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['pool'], selectors: selectorsOf(poolAbi, POOL_ACTIONS) },
    { target: 'own', contracts: ['gateway'], selectors: selectorsOf(gatewayAbi, GATEWAY_ACTIONS) },
    { target: 'own', contracts: ['rewards'], selectors: selectorsOf(rewardsAbi, REWARDS_ACTIONS) },
  ],
  decode(call, scope) {
    return keepGainsOwn(decodeCall(call, scope), scope.account)
  },
}

function decodeCall(call: Call, scope: DecodeScope): DecodedCall | undefined {
  const { pool, gateway } = BASE.on(scope.book)
  if (isAddressEqual(call.to, gateway)) return decodeGatewayCall(call, scope, pool)
  // Neither the Pool nor the controller takes value.
  if (call.valueWei !== 0n) return undefined
  return isAddressEqual(call.to, pool) ? decodePoolCall(call, scope) : decodeRewardsCall(call)
}

function decodePoolCall({ to: pool, data }: Call, { account }: DecodeScope): DecodedCall | undefined {
  const decoded = decodeExactly(poolAbi, data)
  if (decoded === undefined) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  // Said of a position also while no reader shows it.
  const change = (asset: Address, kind: DecodedPositionChange['change'], owner = account) => ({
    positions: [{ protocol: BASE.id, contract: pool, id: keyOf(asset), change: kind, owner }],
  })
  const pay = (token: Address, amountBaseUnits: bigint, recipient: Address): DecodedCall => ({
    ...effect,
    outflows: [{ token, amountBaseUnits }],
    recipients: [recipient],
    tokens: [token],
  })
  switch (decoded.functionName) {
    case 'supply': {
      const [asset, amount, onBehalfOf] = decoded.args
      return { ...pay(asset, amount, onBehalfOf), ...change(asset, 'increase', onBehalfOf) }
    }
    case 'withdraw': {
      const [asset, , to] = decoded.args
      return { ...effect, recipients: [to], tokens: [asset], ...change(asset, 'decrease') }
    }
    case 'borrow': {
      // The asset comes to the caller; whose the debt is, is for the rules on calls.
      const [asset, , rateMode, , onBehalfOf] = decoded.args
      if (rateMode !== VARIABLE_RATE) return undefined
      const grows = isAddressEqual(onBehalfOf, account) ? change(asset, 'increase') : {}
      return { ...effect, recipients: [account], tokens: [asset], ...grows }
    }
    case 'repay': {
      const [asset, amount, rateMode, onBehalfOf] = decoded.args
      if (rateMode !== VARIABLE_RATE) return undefined
      return { ...pay(asset, amount, onBehalfOf), ...change(asset, 'decrease', onBehalfOf) }
    }
    case 'repayWithATokens': {
      const [asset, , rateMode] = decoded.args
      if (rateMode !== VARIABLE_RATE) return undefined
      return { ...effect, tokens: [asset], ...change(asset, 'decrease') }
    }
    case 'setUserUseReserveAsCollateral':
      return { ...effect, tokens: [decoded.args[0]] }
    case 'setUserEMode':
      return effect
    case 'liquidationCall': {
      const [collateral, debt, , debtToCover, receiveAToken] = decoded.args
      // aTokens of a seizure are a position that nobody asked for.
      if (receiveAToken) return undefined
      const paid = pay(debt, debtToCover, account)
      return { ...paid, inflows: [collateral], tokens: [debt, collateral] }
    }
    case 'supplyWithPermit':
    case 'repayWithPermit':
      return { ...effect, forbidden: 'permit by signature' }
    default:
      return undefined
  }
}

function decodeGatewayCall(
  { data, valueWei }: Call,
  { book }: DecodeScope,
  pool: Address,
): DecodedCall | undefined {
  const decoded = decodeExactly(gatewayAbi, data)
  if (decoded === undefined || !isAddressEqual(decoded.args[0], pool)) return undefined
  const { functionName } = decoded
  const tokens = [NATIVE_TOKEN, ...(book.wrappedNative ? [book.wrappedNative] : [])]
  if (functionName === 'depositETH') {
    const outflows = [{ token: NATIVE_TOKEN, amountBaseUnits: valueWei }]
    return { ...NO_EFFECT, functionName, outflows, recipients: [decoded.args[1]], tokens }
  }
  if (functionName !== 'withdrawETH' || valueWei !== 0n) return undefined
  return { ...NO_EFFECT, functionName, recipients: [decoded.args[2]], tokens }
}

function decodeRewardsCall({ data }: Call): DecodedCall | undefined {
  const decoded = decodeExactly(rewardsAbi, data)
  if (decoded === undefined) return undefined
  const effect = { ...NO_EFFECT, functionName: decoded.functionName }
  switch (decoded.functionName) {
    case 'claimAllRewards':
      return { ...effect, recipients: [decoded.args[1]] }
    case 'claimRewards':
      return { ...effect, recipients: [decoded.args[2]], tokens: [decoded.args[3]] }
    case 'setClaimer':
      return { ...effect, forbidden: 'claiming by another account' }
    default:
      return undefined
  }
}
