import { type Address, concat, encodeAbiParameters, type Hex, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'

/** The harness' own view of the position manager, the router, and Permit2. */
export const managerAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function nextTokenId() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function getPoolAndPositionInfo(uint256) view returns (PoolKey key, uint256 info)',
  'function getPositionLiquidity(uint256) view returns (uint128)',
  'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
])
export const routerAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
])
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** A deadline that no test reaches. */
export const FAR = 2n ** 40n

/** A pool's key as the position manager shows it. */
export interface Key {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
}

const KEY = {
  type: 'tuple',
  components: [
    { name: 'currency0', type: 'address' },
    { name: 'currency1', type: 'address' },
    { name: 'fee', type: 'uint24' },
    { name: 'tickSpacing', type: 'int24' },
    { name: 'hooks', type: 'address' },
  ],
} as const
const BYTES = { type: 'bytes' } as const
const words = (...types: readonly string[]) => types.map((type) => ({ type }))

/** Encode actions as one unlock (v4-periphery `CalldataDecoder.sol`). */
export const encodeActions = (actions: readonly (readonly [Hex, Hex])[]): Hex =>
  encodeAbiParameters(
    [BYTES, { type: 'bytes[]' }],
    [concat(actions.map(([code]) => code)), actions.map(([, input]) => input)],
  )

/** Actions of the position manager, written from its sources (`Actions.sol`, `PositionManager.sol`). */
export const ACTION = {
  mint: (
    key: Key,
    [lower, upper]: readonly [number, number],
    [liquidity, most]: readonly [bigint, bigint],
    owner: Address,
  ) =>
    [
      '0x02',
      encodeAbiParameters(
        [KEY, ...words('int24', 'int24', 'uint256', 'uint128', 'uint128', 'address'), BYTES],
        [key, lower, upper, liquidity, most, most, owner, '0x'],
      ),
    ] as const,
  decrease: (id: bigint, liquidity: bigint) =>
    [
      '0x01',
      encodeAbiParameters(
        [...words('uint256', 'uint256', 'uint128', 'uint128'), BYTES],
        [id, liquidity, 0n, 0n, '0x'],
      ),
    ] as const,
  sweep: (currency: Address, recipient: Address) =>
    ['0x14', encodeAbiParameters(words('address', 'address'), [currency, recipient])] as const,
  settlePair: ({ currency0, currency1 }: Key) =>
    ['0x0d', encodeAbiParameters(words('address', 'address'), [currency0, currency1])] as const,
  takePair: ({ currency0, currency1 }: Key, recipient: Address) =>
    [
      '0x11',
      encodeAbiParameters(words('address', 'address', 'address'), [currency0, currency1, recipient]),
    ] as const,
}

/** Build a call of the position manager. */
export const unlock = (manager: Address, actions: readonly (readonly [Hex, Hex])[]): Call => ({
  to: manager,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: managerAbi,
    functionName: 'modifyLiquidities',
    args: [encodeActions(actions), FAR],
  }),
})

const SWAP = [
  {
    type: 'tuple',
    components: [
      { ...KEY, name: 'poolKey' },
      { name: 'zeroForOne', type: 'bool' },
      { name: 'amountIn', type: 'uint128' },
      { name: 'amountOutMinimum', type: 'uint128' },
      { name: 'hookData', type: 'bytes' },
    ],
  },
] as const

/** What the Universal Router is told for a sale in one pool at any price; its caller pays and is paid. */
export function saleOf(
  poolKey: Key,
  zeroForOne: boolean,
  amountIn: bigint,
): readonly [commands: Hex, inputs: readonly Hex[], deadline: bigint] {
  const swap = encodeAbiParameters(SWAP, [
    { poolKey, zeroForOne, amountIn, amountOutMinimum: 0n, hookData: '0x' },
  ])
  const [paid, bought] = zeroForOne
    ? [poolKey.currency0, poolKey.currency1]
    : [poolKey.currency1, poolKey.currency0]
  const limit = (currency: Address, amount: bigint) =>
    encodeAbiParameters(words('address', 'uint256'), [currency, amount])
  const input = encodeActions([
    ['0x06', swap],
    ['0x0c', limit(paid, amountIn)],
    ['0x0f', limit(bought, 0n)],
  ])
  return ['0x10', [input], FAR]
}
