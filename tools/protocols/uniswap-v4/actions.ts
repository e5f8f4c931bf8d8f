import { type Address, concat, type Hex, parseAbiParameters } from 'viem'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { POOL_KEY_PARAMETERS } from './abi.ts'
import type { PoolKey } from './pool.ts'

/** Calls of one unlock of the pool manager, as the position manager and the router take them (v4-periphery `Actions.sol`). */
export const ACTIONS = {
  increaseLiquidity: {
    code: '0x00',
    input: parseAbiParameters('uint256, uint256, uint128, uint128, bytes'),
  },
  decreaseLiquidity: {
    code: '0x01',
    input: parseAbiParameters('uint256, uint256, uint128, uint128, bytes'),
  },
  mintPosition: {
    code: '0x02',
    input: [
      ...POOL_KEY_PARAMETERS,
      ...parseAbiParameters('int24, int24, uint256, uint128, uint128, address, bytes'),
    ],
  },
  settlePair: { code: '0x0d', input: parseAbiParameters('address, address') },
  burnPosition: { code: '0x03', input: parseAbiParameters('uint256, uint128, uint128, bytes') },
  takePair: { code: '0x11', input: parseAbiParameters('address, address, address') },
  sweep: { code: '0x14', input: parseAbiParameters('address, address') },
} as const satisfies Readonly<Record<string, { readonly code: Hex; readonly input: readonly unknown[] }>>

/** One action with its encoded input. */
export interface EncodedAction {
  readonly code: Hex
  readonly input: Hex
}

/** Open a position; what it costs, at most so much, stays in the unlock until it is settled. */
export const mintPosition = (
  key: PoolKey,
  terms: {
    readonly tickLower: number
    readonly tickUpper: number
    readonly liquidity: bigint
    readonly maximum0: bigint
    readonly maximum1: bigint
    readonly owner: Address
  },
): EncodedAction => ({
  code: ACTIONS.mintPosition.code,
  input: encodeAbiParameters(ACTIONS.mintPosition.input, [
    key,
    terms.tickLower,
    terms.tickUpper,
    terms.liquidity,
    terms.maximum0,
    terms.maximum1,
    terms.owner,
    '0x',
  ]),
})

/** Add liquidity to a position; what it costs, at most so much and less what it earned, stays in the unlock. */
export const increaseLiquidity = (
  positionId: bigint,
  liquidity: bigint,
  maximum0: bigint,
  maximum1: bigint,
): EncodedAction => ({
  code: ACTIONS.increaseLiquidity.code,
  input: encodeAbiParameters(ACTIONS.increaseLiquidity.input, [
    positionId,
    liquidity,
    maximum0,
    maximum1,
    '0x',
  ]),
})

/** Take liquidity out of a position, for at least so much; that and all that it earned stays in the unlock. */
export const decreaseLiquidity = (
  positionId: bigint,
  liquidity: bigint,
  minimum0: bigint,
  minimum1: bigint,
): EncodedAction => ({
  code: ACTIONS.decreaseLiquidity.code,
  input: encodeAbiParameters(ACTIONS.decreaseLiquidity.input, [
    positionId,
    liquidity,
    minimum0,
    minimum1,
    '0x',
  ]),
})

/** Give back what the position manager holds of a currency: of native coins what the call brought and nobody took. */
export const sweep = (currency: Address, recipient: Address): EncodedAction => ({
  code: ACTIONS.sweep.code,
  input: encodeAbiParameters(ACTIONS.sweep.input, [currency, recipient]),
})

/** Pay what two currencies owe: the native coin from what came with the call, others through Permit2. */
export const settlePair = (currency0: Address, currency1: Address): EncodedAction => ({
  code: ACTIONS.settlePair.code,
  input: encodeAbiParameters(ACTIONS.settlePair.input, [currency0, currency1]),
})

/** Take all of a position's liquidity out and burn its NFT; what comes stays in the unlock until it is taken. */
export const burnPosition = (positionId: bigint, minimum0: bigint, minimum1: bigint): EncodedAction => ({
  code: ACTIONS.burnPosition.code,
  input: encodeAbiParameters(ACTIONS.burnPosition.input, [positionId, minimum0, minimum1, '0x']),
})

/** Pay out what two currencies have to their credit. */
export const takePair = (currency0: Address, currency1: Address, recipient: Address): EncodedAction => ({
  code: ACTIONS.takePair.code,
  input: encodeAbiParameters(ACTIONS.takePair.input, [currency0, currency1, recipient]),
})

/** Encode actions as one unlock. */
export const encodeUnlock = (actions: readonly EncodedAction[]): Hex =>
  encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    concat(actions.map(({ code }) => code)),
    actions.map(({ input }) => input),
  ])
