import { type Address, erc20Abi, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { oracleAbi, poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-leverage.action.ts'
import { assetOf, MAX_AMOUNT } from './lending.ts'
import { ACTION as REPAY } from './repay.action.ts'
import { ACTION as REPAY_BY_SUPPLY } from './repay-with-collateral.action.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'

/** What a cage counts in one reserve, in base units of its token; 0 where only its units can be told. */
interface Side {
  readonly key: Hex
  readonly token: Address
  readonly supplied: bigint
  readonly owed: bigint
  readonly supplies: boolean
  readonly owes: boolean
}

/** Know the reserves in which a cage counts something; undefined where Aave V3 is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.pool, async (holdings, chain, account) => {
    const sides = holdings.map(
      ({ key, lots: [supplied, owed] }): Side => ({
        key,
        token: assetOf(key),
        supplied: supplied?.legs[0]?.amount ?? 0n,
        owed: -(owed?.legs[0]?.amount ?? 0n),
        supplies: Boolean(supplied?.units),
        owes: Boolean(owed?.units),
      }),
    )
    const shortfalls = await readShortfalls(sides, chain, account)
    const bySize = shortfalls.size === 0 ? [] : await sortBySize(sides, book, chain)
    // What is supplied comes out once nothing is owed, and is listed again by then.
    const free = sides.some(({ owes }) => owes)
      ? new Map<Address, bigint>()
      : await readFree(sides, book, chain)
    const listed = sides.map(({ key, token, supplied, owed, supplies, owes }) => {
      const venue = { protocol: BASE.id }
      const params = { token, everything: true, venue }
      const shortfall = shortfalls.get(token) ?? 0n
      // Nothing has to be sold for what is supplied of the same token.
      const bySupply = shortfall > 0n && supplied > 0n
      const sold = supplied < shortfall ? bySize.find((other) => other !== token) : undefined
      const isAllBySupply = bySupply && supplied >= owed
      const rest: UnwindStep =
        sold === undefined
          ? { kind: REPAY.kind.kind, params }
          : { kind: CLOSE.kind.kind, params: { venue: { ...venue, collateral: sold, debt: token } } }
      const endings: UnwindStep[] = [
        ...(bySupply
          ? [{ kind: REPAY_BY_SUPPLY.kind.kind, params: { token, amountBaseUnits: MAX_AMOUNT.toString() } }]
          : []),
        ...(isAllBySupply ? [] : [rest]),
      ]
      const out = free.get(token) ?? 0n
      const isShort = out > 0n && out < supplied
      const taken = isShort ? { token, amountBaseUnits: out.toString(), venue } : params
      const steps: UnwindStep[] = [
        ...(owes ? endings : []),
        // A debt that is repaid out of a smaller supply leaves none of that.
        ...(supplies && (!bySupply || isAllBySupply) ? [{ kind: WITHDRAW.kind.kind, params: taken }] : []),
      ]
      // Closing the last debt takes out what is left of the collateral, which no other debt may stand on.
      return { positionId: token, key, rank: owes ? (sold === undefined ? 0 : 1) : 2, steps }
    })
    // What secures debt comes out once no reserve is owed anything.
    return listed.toSorted((a, b) => a.rank - b.rank)
  })

/** Read how much of each token that is supplied was not lent on, and can leave; none where its reserve does not answer. */
async function readFree(
  sides: readonly Side[],
  book: AddressBook,
  chain: Pick<ChainReader, 'readContract'>,
): Promise<ReadonlyMap<Address, bigint>> {
  const pool = { address: BASE.on(book).pool, abi: poolAbi } as const
  const read = async (token: Address): Promise<readonly [Address, bigint][]> => {
    const { aTokenAddress } = await chain.readContract({
      ...pool,
      functionName: 'getReserveData',
      args: [token],
    })
    const args = [aTokenAddress] as const
    const held = await chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
    return [[token, held]]
  }
  const supplied = sides.filter(({ supplies }) => supplies)
  const answers = await Promise.all(supplied.map(({ token }) => read(token).catch(() => [])))
  return new Map(answers.flat())
}

/** Read how much less of each token is held than is owed; those of which enough is held are left out. */
async function readShortfalls(
  sides: readonly Side[],
  chain: Pick<ChainReader, 'readContract'>,
  account: Address,
): Promise<ReadonlyMap<Address, bigint>> {
  const debts = sides.filter(({ owed }) => owed > 0n)
  const held = await Promise.all(
    debts.map(({ token: address }) =>
      chain
        .readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
        .catch(() => undefined),
    ),
  )
  return new Map(
    debts.flatMap(({ token, owed }, index) => {
      const shortfall = owed - (held[index] ?? owed)
      return shortfall > 0n ? [[token, shortfall] as const] : []
    }),
  )
}

/** List what is supplied, what is worth most first; as it comes where the oracle prices none. */
async function sortBySize(
  sides: readonly Side[],
  book: AddressBook,
  chain: Pick<ChainReader, 'readContract'>,
): Promise<readonly Address[]> {
  const supplied = sides.filter((side) => side.supplied > 0n)
  if (supplied.length < 2) return supplied.map(({ token }) => token)
  const oracle = { address: BASE.on(book).oracle, abi: oracleAbi } as const
  const prices = await Promise.all(
    supplied.map(({ token }) =>
      chain.readContract({ ...oracle, functionName: 'getAssetPrice', args: [token] }).catch(() => 0n),
    ),
  )
  const worth = supplied.map((side, index) => {
    const decimals = book.tokens.find(({ address }) => isAddressEqual(address, side.token))?.decimals ?? 18
    return { token: side.token, value: (side.supplied * (prices[index] ?? 0n)) / 10n ** BigInt(decimals) }
  })
  return worth
    .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0))
    .map(({ token }) => token)
}
