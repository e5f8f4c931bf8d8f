import { type Address, maxUint128, parseAbi } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { readRevertData } from '../../kit/replay-revert.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-liquidity.action.ts'
import { ACTION as COLLECT } from './collect-fees.action.ts'
import { NO_DEADLINE } from './pool-address.ts'
import { ACTION as REMOVE } from './remove-liquidity.action.ts'
import { ACTION as UNSTAKE } from './unstake-liquidity.action.ts'

/** The manager's bundle, asked and not sent: it says whether what is in it would pass. */
const triedAbi = parseAbi(['function multicall(bytes[] data) view returns (bytes[] results)'])

/**
 * Know the positions that the position manager numbers; undefined where it is not deployed. What is staked comes back first,
 * without its rewards: a token that does not pay them would keep it. Where one token of a position cannot be paid out the
 * other one comes alone.
 */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.positionManager, (holdings, chain, account) =>
    Promise.all(
      holdings.map(async ({ key }) => {
        const { positionManager: address, staker } = BASE.on(book)
        const id = BigInt(key)
        const manager = { address, abi: positionManagerAbi, args: [id] } as const
        const [position, owner] = await Promise.all([
          chain.readContract({ ...manager, functionName: 'positions' }),
          chain.readContract({ ...manager, functionName: 'ownerOf' }),
        ])
        const positionId = id.toString()
        const [, , token0, token1, , , , liquidity, , , owed0, owed1] = position
        if (![liquidity, owed0, owed1].some((amount) => amount !== 0n)) return { positionId, key, steps: [] }
        const unstake = { kind: UNSTAKE.kind.kind, params: { positionId, keepRewards: true } }
        const close: UnwindStep = { kind: CLOSE.kind.kind, params: { positionId } }
        if (staker && isAddressEqual(owner, staker)) return { positionId, key, steps: [unstake, close] }
        const leftToken = await findStuck({ address, account, id, token0, token1, liquidity }, chain).catch(
          () => undefined,
        )
        if (leftToken === undefined) return { positionId, key, steps: [close] }
        const apart: UnwindStep =
          liquidity > 0n
            ? { kind: REMOVE.kind.kind, params: { positionId, shareBps: 10_000, leftToken } }
            : { kind: COLLECT.kind.kind, params: { positionId, leftToken } }
        return { positionId, key, steps: [apart] }
      }),
    ),
  )

/** Find the token without which a position pays out the other one; undefined where both come, or nothing does. */
async function findStuck(
  position: {
    readonly address: Address
    readonly account: Address
    readonly id: bigint
    readonly token0: Address
    readonly token1: Address
    readonly liquidity: bigint
  },
  chain: Pick<ChainReader, 'readContract'>,
): Promise<Address | undefined> {
  const { address, account, id: tokenId, token0, token1, liquidity } = position
  const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: NO_DEADLINE }
  const encode = { abi: positionManagerAbi } as const
  // What comes out of it, undefined where it reverts: a node that fails says nothing of the tokens.
  const pay = async (amount0Max: bigint, amount1Max: bigint): Promise<bigint | undefined> => {
    const collect = { tokenId, recipient: account, amount0Max, amount1Max }
    const calls = [
      ...(liquidity > 0n
        ? [encodeFunctionData({ ...encode, functionName: 'decreaseLiquidity', args: [decrease] })]
        : []),
      encodeFunctionData({ ...encode, functionName: 'collect', args: [collect] }),
    ]
    try {
      const asked = { address, abi: triedAbi, functionName: 'multicall', args: [calls], account } as const
      const results = await chain.readContract(asked)
      const data = results.at(-1) ?? '0x'
      const [amount0, amount1] = decodeFunctionResult({ ...encode, functionName: 'collect', data })
      return amount0 + amount1
    } catch (cause) {
      if (readRevertData(cause) === undefined) throw cause
      return undefined
    }
  }
  if ((await pay(maxUint128, maxUint128)) !== undefined) return undefined
  const [first, second] = await Promise.all([pay(maxUint128, 0n), pay(0n, maxUint128)])
  if (first && second === undefined) return token1
  return second && first === undefined ? token0 : undefined
}
