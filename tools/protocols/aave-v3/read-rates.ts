import { erc20Abi } from 'viem'
import type { LendingRate, ReadRates } from '../../core/lending-rates.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { rateStrategyAbi } from './abi.ts'
import { findClosure } from './configuration.ts'
import { compoundYearly } from './rates.ts'
import { findReserves } from './reserve.ts'

/** A basis point of a ray. */
const RAY_BPS = 10n ** 23n

/** What a rate comes to in a year, in basis points: what is earned rounded down, what is paid rounded up. */
const toEarnedBps = (rateRay: bigint): number => Number(compoundYearly(rateRay) / RAY_BPS)
const toPaidBps = (rateRay: bigint): number => Number(divideUp(compoundYearly(rateRay), RAY_BPS))

/** Read what a reserve pays and costs, as its own strategy says for what would be owed. */
export const readRates: ReadRates = async (ctx, { token, collateral, borrowBaseUnits }) => {
  const [reserve, securing] = await findReserves(ctx, collateral ? [token, collateral] : [token])
  if (reserve === undefined) return []
  const batch = inOneCall(ctx.book)
  const [cash, debt] = await ctx.chain.multicall({
    ...batch,
    allowFailure: false,
    contracts: [
      { address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [reserve.aToken] },
      { address: reserve.variableDebt, abi: erc20Abi, functionName: 'totalSupply' },
    ],
  })
  const strategy = { address: reserve.rateStrategy, abi: rateStrategyAbi } as const
  const isThere = borrowBaseUnits <= cash
  const [, , borrowRate] = await ctx.chain.readContract({
    ...strategy,
    functionName: 'calculateInterestRates',
    args: [
      {
        unbacked: 0n,
        liquidityAdded: 0n,
        liquidityTaken: isThere ? borrowBaseUnits : 0n,
        totalStableDebt: 0n,
        totalVariableDebt: debt + (isThere ? borrowBaseUnits : 0n),
        averageStableBorrowRate: 0n,
        reserveFactor: BigInt(reserve.configuration.factorBps),
        reserve: token.address,
        aToken: reserve.aToken,
      },
    ],
  })
  const { borrowCap, decimals } = reserve.configuration
  const isCapped = borrowCap > 0n && debt + borrowBaseUnits > borrowCap * 10n ** BigInt(decimals)
  const lends = findClosure(reserve.configuration, 'borrow') === undefined && !isCapped
  const rate: LendingRate = {
    place: reserve.token.address,
    supplyApyBps: toEarnedBps(reserve.supplyRate),
    borrowApyBps: lends && isThere ? toPaidBps(borrowRate) : undefined,
    availableBaseUnits: cash,
    // One that secures nothing has none.
    maxLtvBps: securing?.configuration.ltvBps || undefined,
  }
  return [rate]
}
