import { type Address, type Hex, maxUint256, pad, parseAbi, zeroAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import { joinRounds, type ReadRounds, readContracts, tryContracts } from '../../chain/read-rounds.ts'
import type { LotUnit, Observed } from '../testbed.ts'

const poolAbi = parseAbi([
  'function getReserveData(address asset) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 liquidityRate, uint128 borrowIndex, uint128 borrowRate, uint128 stableRate, uint40 updatedAt, uint16 id, address aToken, address stableDebt, address variableDebt, address strategy, uint128 accrued, uint128 unbacked, uint128 isolated))',
  'function getUserAccountData(address user) view returns (uint256, uint256, uint256, uint256, uint256, uint256 health)',
])
const clockAbi = parseAbi(['function getCurrentBlockTimestamp() view returns (uint256)'])
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

/** The tokens of a reserve, which stay what they are as long as it is listed. */
interface ReserveTokens {
  readonly asset: Address
  readonly aToken: Address
  readonly variableDebt: Address
}

const known = new WeakMap<AddressBook, readonly ReserveTokens[]>()

function* readTokens(book: AddressBook, pool: Address): ReadRounds<readonly ReserveTokens[]> {
  const assets = book.tokens.map(({ address }) => address)
  const reserves = yield* readContracts(
    assets.map(
      (asset) => ({ address: pool, abi: poolAbi, functionName: 'getReserveData', args: [asset] }) as const,
    ),
  )
  return reserves.flatMap(({ aToken, variableDebt }, index) => {
    const asset = assets[index]
    return asset === undefined || aToken === zeroAddress ? [] : [{ asset, aToken, variableDebt }]
  })
}

/**
 * Read what an account has and owes in each reserve of the book's tokens: indexes by the documented interest, never from events. A health
 * that no oracle tells is 0; whoever owes nothing has none to lose.
 */
export function* observe({ book, account }: Observed): ReadRounds<readonly Position[]> {
  const address = BASE.find(book)?.pool
  if (address === undefined || book.multicall === undefined) return []
  const pool = { address, abi: poolAbi } as const
  const tokens = known.get(book) ?? (yield* readTokens(book, address))
  known.set(book, tokens)
  const units = yield* readContracts(
    tokens.flatMap(({ aToken, variableDebt }) =>
      [aToken, variableDebt].map(
        (token) =>
          ({ address: token, abi: tokenAbi, functionName: 'scaledBalanceOf', args: [account] }) as const,
      ),
    ),
  )
  if (units.every((amount) => amount === 0n)) return []
  const [[timestamp = 0n, totals], reserves] = yield* joinRounds([
    tryContracts([
      { address: book.multicall, abi: clockAbi, functionName: 'getCurrentBlockTimestamp' } as const,
      { ...pool, functionName: 'getUserAccountData', args: [account] } as const,
    ]),
    readContracts(
      tokens.map(({ asset }) => ({ ...pool, functionName: 'getReserveData', args: [asset] }) as const),
    ),
  ])
  const untold = units.some((amount, index) => index % 2 === 1 && amount > 0n) ? 0n : maxUint256
  return tokens.flatMap(({ asset }, index): Position[] => {
    const reserve = reserves[index]
    const [held = 0n, owed = 0n] = units.slice(2 * index)
    if (reserve === undefined || (held === 0n && owed === 0n)) return []
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
        health: totals?.[5] ?? untold,
        lots: [
          lot(held, supplyIndex, (held * supplyIndex) / RAY),
          lot(owed, debtIndex, -((owed * debtIndex + RAY - 1n) / RAY)),
        ],
      },
    ]
  })
}

/** Units are balances at an index of 1. */
export const unitOf = (): LotUnit => ({ name: 'scaled balance', beyondToken: 0 })
