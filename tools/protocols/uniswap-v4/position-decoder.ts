import { type Address, type Hex, parseAbiParameters, size, slice, zeroAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import {
  type CallDecoder,
  type DecodedCall,
  type DecodedPositionChange,
  NO_EFFECT,
} from '../../core/call-decoder.ts'
import type { Call } from '../../core/plan.ts'
import { withValue } from '../../kit/decode-bundle.ts'
import { decodeExactly, decodeParametersExactly } from '../../kit/decode-exactly.ts'
import { keepGainsOwn } from '../../kit/keep-gains-own.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { positionManagerAbi } from './abi.ts'
import { ACTIONS } from './actions.ts'
import { BASE } from './base.ts'
import { toToken } from './currency.ts'

const MODIFY = ['modifyLiquidities'] as const
const UNLOCK = parseAbiParameters('bytes actions, bytes[] params')

/** What one action adds to the effect of its unlock. */
type Effect = Partial<Pick<DecodedCall, 'outflows' | 'recipients' | 'tokens' | 'positions'>> & {
  /** It gives back what is left of native coins. */
  readonly sweepsNative?: true
}

/** Reads one action; undefined where its bytes are not understood. Data for a hook is never understood. */
type ActionReader = (input: Hex, manager: Address) => Effect | undefined

const changeOf = (contract: Address, id: bigint | 'new', change: DecodedPositionChange['change']) => [
  { protocol: BASE.id, contract, id: id.toString(), change },
]

/** Native coins come with the call, which counts them. */
const paidFor = (currency: Address, amountBaseUnits: bigint) =>
  currency === zeroAddress || amountBaseUnits === 0n ? [] : [{ token: currency, amountBaseUnits }]

const changeLiquidity =
  (kind: 'increase' | 'decrease'): ActionReader =>
  (input, manager) => {
    const values = decodeParametersExactly(ACTIONS.increaseLiquidity.input, input)
    if (values === undefined || values[4] !== '0x') return undefined
    const [id, liquidity] = values
    return { positions: changeOf(manager, id, liquidity === 0n && kind === 'decrease' ? 'collect' : kind) }
  }

/** Actions of the position manager by their byte (v4-periphery 1.0.3 `Actions.sol`, `PositionManager.sol`). */
const READERS: Readonly<Record<Hex, ActionReader>> = {
  [ACTIONS.increaseLiquidity.code]: changeLiquidity('increase'),
  [ACTIONS.decreaseLiquidity.code]: changeLiquidity('decrease'),
  [ACTIONS.mintPosition.code]: (input, manager) => {
    const values = decodeParametersExactly(ACTIONS.mintPosition.input, input)
    if (values === undefined || values[7] !== '0x') return undefined
    const [{ currency0, currency1 }, , , , maximum0, maximum1, owner] = values
    return {
      outflows: [...paidFor(currency0, maximum0), ...paidFor(currency1, maximum1)],
      recipients: [owner],
      tokens: [toToken(currency0), toToken(currency1)],
      positions: changeOf(manager, 'new', 'open'),
    }
  },
  [ACTIONS.burnPosition.code]: (input, manager) => {
    const values = decodeParametersExactly(ACTIONS.burnPosition.input, input)
    if (values === undefined || values[3] !== '0x') return undefined
    return { positions: changeOf(manager, values[0], 'close') }
  },
  [ACTIONS.settlePair.code]: (input) => {
    const values = decodeParametersExactly(ACTIONS.settlePair.input, input)
    return values && { tokens: values.map(toToken) }
  },
  [ACTIONS.takePair.code]: (input) => {
    const values = decodeParametersExactly(ACTIONS.takePair.input, input)
    return values && { tokens: values.slice(0, 2).map(toToken), recipients: [values[2]] }
  },
  [ACTIONS.sweep.code]: (input) => {
    const values = decodeParametersExactly(ACTIONS.sweep.input, input)
    if (values === undefined) return undefined
    const [currency, recipient] = values
    return {
      tokens: [toToken(currency)],
      recipients: [recipient],
      ...(currency === zeroAddress ? { sweepsNative: true } : {}),
    }
  },
}

/** Decode changes of positions; an unlock with any other action is not understood. */
export const POSITION_DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['positionManager'], selectors: selectorsOf(positionManagerAbi, MODIFY) },
  ],
  decode: (call, { account }) => keepGainsOwn(decodeUnlock(call), account),
}

function decodeUnlock({ to, data, valueWei }: Call): DecodedCall | undefined {
  const call = decodeExactly(positionManagerAbi, data)
  if (call?.functionName !== 'modifyLiquidities') return undefined
  const unlock = decodeParametersExactly(UNLOCK, call.args[0])
  if (unlock === undefined || size(unlock[0]) !== unlock[1].length) return undefined
  const effects = unlock[1].flatMap((input, index) => {
    const effect = READERS[slice(unlock[0], index, index + 1)]?.(input, to)
    return effect === undefined ? [] : [effect]
  })
  if (effects.length === 0 || effects.length < unlock[1].length) return undefined
  const decoded: DecodedCall = {
    ...NO_EFFECT,
    functionName: call.functionName,
    outflows: effects.flatMap(({ outflows = [] }) => outflows),
    recipients: [...new Set(effects.flatMap(({ recipients = [] }) => recipients))],
    tokens: [...new Set(effects.flatMap(({ tokens = [] }) => tokens))],
    positions: effects.flatMap(({ positions = [] }) => positions),
  }
  // Coins that no position takes and nobody sweeps stay with the manager, for anyone to take.
  const counted = withValue(valueWei, decoded, to)
  const isSwept = effects.some(({ sweepsNative }) => sweepsNative)
  return isSwept && decoded.tokens.includes(NATIVE_TOKEN)
    ? { ...counted, recipients: decoded.recipients, tokens: decoded.tokens }
    : counted
}
