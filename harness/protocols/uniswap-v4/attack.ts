import { type Address, parseAbi, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import type { AttackScope, ProtocolAttack } from '../../vocabulary/attack.ts'
import { ACTION, type Key, unlock } from './contracts.ts'

const nftAbi = parseAbi(['function transferFrom(address from, address to, uint256 id)'])

/** The pool that liquidity goes into. */
const keyIn = ({ token }: AttackScope): Key => ({
  currency0: token('USDC'),
  currency1: token('WETH'),
  fee: 3_000,
  tickSpacing: 60,
  hooks: zeroAddress,
})

const takeTo = (scope: AttackScope, id: bigint, recipient: Address): Call =>
  unlock(BASE.on(scope.book).positionManager, [
    ACTION.decrease(id, 0n),
    ACTION.takePair(keyIn(scope), recipient),
  ])

/** Positions that are opened for, paid out to, or handed to the attacker. */
export const ATTACK: ProtocolAttack = {
  hijack(scope, { positionId }) {
    const { positionManager } = BASE.on(scope.book)
    const key = keyIn(scope)
    const id = BigInt(positionId)
    const handed = encodeFunctionData({
      abi: nftAbi,
      functionName: 'transferFrom',
      args: [scope.cage, scope.attacker, id],
    })
    return [
      {
        calls: [
          unlock(positionManager, [
            ACTION.mint(key, [-887_220, 887_220], [1n, 2n ** 64n], scope.attacker),
            ACTION.settlePair(key),
          ]),
        ],
      },
      { calls: [takeTo(scope, id, scope.attacker)] },
      { calls: [{ to: positionManager, valueWei: 0n, data: handed }] },
    ]
  },
}
