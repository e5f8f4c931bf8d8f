import {
  type Address,
  type ContractFunctionParameters,
  encodeAbiParameters,
  type Hex,
  keccak256,
  type PublicClient,
  pad,
  parseAbi,
} from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'

const poolAbi = parseAbi([
  'function getReservesList() view returns (address[])',
  'function getReserveData(address asset) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 liquidityRate, uint128 borrowIndex, uint128 borrowRate, uint128 stableRate, uint40 updatedAt, uint16 id, address aToken, address stableDebt, address variableDebt, address strategy, uint128 accrued, uint128 unbacked, uint128 isolated))',
  'function getUserAccountData(address user) view returns (uint256, uint256, uint256, uint256, uint256, uint256 health)',
])
const tokenAbi = parseAbi(['function scaledBalanceOf(address user) view returns (uint256)'])

const RAY = 10n ** 27n
const YEAR_SECONDS = 31_536_000n

const multiply = (a: bigint, b: bigint) => (a * b + RAY / 2n) / RAY

/** Interest that suppliers earn: simple between two updates (Aave V3 technical paper, "normalised income"). */
const growSupply = (index: bigint, rate: bigint, seconds: bigint) =>
  multiply(RAY + (rate * seconds) / YEAR_SECONDS, index)

/** Interest that borrowers owe: compounded by the second, by its first three terms (same paper). */
function growDebt(index: bigint, rate: bigint, seconds: bigint): bigint {
  if (seconds === 0n) return index
  const [less, least] = [seconds - 1n, seconds > 2n ? seconds - 2n : 0n]
  const square = multiply(rate, rate) / (YEAR_SECONDS * YEAR_SECONDS)
  const cube = multiply(square, rate) / YEAR_SECONDS
  const factor =
    RAY +
    (rate * seconds) / YEAR_SECONDS +
    (seconds * less * square) / 2n +
    (seconds * less * least * cube) / 6n
  return multiply(factor, index)
}

/**
 * Read what an account has and owes in each reserve: indexes by the documented interest, never from events. A health
 * that no oracle tells is 0.
 */
export async function observe({
  client,
  book,
  account,
}: {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly account: Address
}): Promise<readonly Position[]> {
  const address = BASE.find(book)?.pool
  if (address === undefined || book.multicall === undefined) return []
  const pool = { address, abi: poolAbi } as const
  const { number: blockNumber, timestamp } = await client.getBlock()
  const together = {
    blockNumber,
    multicallAddress: book.multicall,
    batchSize: 0,
    allowFailure: false,
  } as const
  const assets = await client.readContract({ ...pool, blockNumber, functionName: 'getReservesList' })
  const reserves = await client.multicall({
    ...together,
    contracts: assets.map((asset) => ({ ...pool, functionName: 'getReserveData', args: [asset] }) as const),
  })
  const [totals, ...answers] = await client.multicall({
    ...together,
    allowFailure: true,
    contracts: [
      { ...pool, functionName: 'getUserAccountData', args: [account] },
      ...reserves.flatMap(({ aToken, variableDebt }) =>
        [aToken, variableDebt].map((token) => {
          const functionName = 'scaledBalanceOf'
          return { address: token, abi: tokenAbi, functionName, args: [account] }
        }),
      ),
    ] as readonly ContractFunctionParameters[],
  })
  const units = answers.map(({ result, error }) => {
    if (error) throw error
    return result as bigint
  })
  return reserves.flatMap((reserve, index): Position[] => {
    const asset = assets[index] as Address
    const [held = 0n, owed = 0n] = units.slice(2 * index)
    if (held === 0n && owed === 0n) return []
    const seconds = timestamp - BigInt(reserve.updatedAt)
    const supplyIndex = growSupply(reserve.liquidityIndex, reserve.liquidityRate, seconds)
    const debtIndex = growDebt(reserve.borrowIndex, reserve.borrowRate, seconds)
    const lot = (scaled: bigint, growth: bigint, amount: bigint): Lot => ({
      units: scaled,
      index: growth,
      legs: [{ token: asset, amount }],
    })
    return [
      {
        protocol: BASE.id,
        key: pad(asset.toLowerCase() as Hex),
        place: keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [address, asset])),
        health: (totals?.result as readonly bigint[] | undefined)?.[5] ?? 0n,
        lots: [
          lot(held, supplyIndex, (held * supplyIndex) / RAY),
          lot(owed, debtIndex, -((owed * debtIndex + RAY - 1n) / RAY)),
        ],
      },
    ]
  })
}
