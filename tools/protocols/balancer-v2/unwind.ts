import { type Address, type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { findToken } from '../../core/tokens.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { readRevertData } from '../../kit/replay-revert.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as EXIT } from './exit-pool.action.ts'
import { ACTION as EXIT_SINGLE } from './exit-pool-single.action.ts'
import { ACTION as MANAGE } from './internal-balance.action.ts'
import { tokenOf } from './places.ts'
import { addressOf } from './pool.ts'

/** A token's transfer, asked and not sent: it says whether the Vault could pay. */
const triedAbi = parseAbi(['function transfer(address to, uint256 amount) view returns (bool)'])

/**
 * Know the shares, and what lies inside of the Vault, that a cage counts; undefined where it is not deployed. A pool one of
 * whose tokens cannot be paid out is left into another one.
 */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.vault, (holdings, chain, account) =>
    Promise.all(
      holdings.map(async ({ key, lots: [held] }) => {
        if (!held?.units) return { positionId: key, key, steps: [] }
        const token = tokenOf(key)
        if (token !== undefined) {
          const amountBaseUnits = held.units.toString()
          const params = { operation: 'withdraw', token, amountBaseUnits }
          return { positionId: key, key, steps: [{ kind: MANAGE.kind.kind, params }] }
        }
        const all = { poolId: key, shareBps: 10_000 }
        const into = await findWayOut(key, book, account, chain).catch(() => undefined)
        const step: UnwindStep =
          into === undefined
            ? { kind: EXIT.kind.kind, params: all }
            : { kind: EXIT_SINGLE.kind.kind, params: { ...all, token: into } }
        return { positionId: key, key, steps: [step] }
      }),
    ),
  )

/**
 * Find the token into which a pool can be left where another one cannot be paid out, one that the book knows before any
 * other; undefined where all can, or none.
 */
async function findWayOut(
  poolId: Hex,
  book: AddressBook,
  account: Address,
  chain: Pick<ChainReader, 'readContract'>,
): Promise<Address | undefined> {
  const { vault } = BASE.on(book)
  const [registered, balances] = await chain.readContract({
    address: vault,
    abi: vaultAbi,
    functionName: 'getPoolTokens',
    args: [poolId],
  })
  // A pool may be registered with shares of its own, which no exit pays out.
  const tokens = registered.filter(
    (token, index) => balances[index] !== 0n && !isAddressEqual(token, addressOf(poolId)),
  )
  const pay = { abi: triedAbi, functionName: 'transfer', args: [account, 1n], account: vault } as const
  const pays = await Promise.all(
    tokens.map((address) =>
      chain.readContract({ ...pay, address }).then(
        (isPaid) => isPaid,
        // Some tokens answer nothing, and a node that fails says nothing of the token.
        (cause: unknown) => readRevertData(cause) === undefined,
      ),
    ),
  )
  if (!pays.includes(false)) return undefined
  const paid = tokens.filter((_, index) => pays[index])
  return paid.find((token) => findToken(book, token)) ?? paid[0]
}
