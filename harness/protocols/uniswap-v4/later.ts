import { type Address, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { EMPTY_OUTCOME } from '../../../tools/core/outcome.ts'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import type { LaterAct, TestbedLater } from '../testbed-later.ts'
import { FAR, managerAbi, permit2Abi, routerAbi, saleOf } from './contracts.ts'

/** What is paid of either token where all is done that could be: an amount that the market's pools trade near their price. */
const MOST: Readonly<Record<number, bigint>> = { 6: 200_000n * 10n ** 6n, 18: 60n * 10n ** 18n }

/** Trades pay the account's position fees, which count once they are paid out: nothing of it changes. */
const TRADE: LaterAct = {
  title: 'others trade in the pool, there and back, and pay its fee',
  extent: 'shareBps',
  async plan({ client, book, whale, positions, shareBps }) {
    const held = positions.find(({ protocol }) => protocol === BASE.id)
    const permit2 = book.protocols.permit2?.permit2
    const router = book.protocols['universal-router']?.router
    if (held === undefined || permit2 === undefined || router === undefined) return undefined
    const { positionManager } = BASE.on(book)
    const [key] = await client.readContract({
      address: positionManager,
      abi: managerAbi,
      functionName: 'getPoolAndPositionInfo',
      args: [BigInt(held.key)],
    })
    const amountOf = (currency: Address) => {
      const token = currency === zeroAddress ? book.wrappedNative : currency
      const decimals = book.tokens.find(({ address }) => address === token)?.decimals ?? 18
      return ((MOST[decimals] ?? 0n) * BigInt(shareBps)) / 10_000n
    }
    const sales = [key.currency0, key.currency1].map((currency) => ({ currency, amount: amountOf(currency) }))
    if (sales.some(({ amount }) => amount === 0n)) return undefined
    const paid = sales.filter(({ currency }) => currency !== zeroAddress)
    return {
      actor: whale,
      gives: paid.map(({ currency, amount }) => ({ token: currency, amountBaseUnits: amount })),
      calls: [
        ...paid.map(({ currency, amount }) => ({
          to: permit2,
          valueWei: 0n,
          data: encodeFunctionData({
            abi: permit2Abi,
            functionName: 'approve',
            args: [currency, router, amount, Number(FAR)],
          }),
        })),
        ...sales.map(({ currency, amount }, index) => ({
          to: router,
          valueWei: currency === zeroAddress ? amount : 0n,
          data: encodeFunctionData({
            abi: routerAbi,
            functionName: 'execute',
            args: saleOf(key, index === 0, amount),
          }),
        })),
      ],
      expected: { ...EMPTY_OUTCOME, worth: [] },
      toleranceBps: 0,
    }
  },
}

/** What others do in the pools of an account's positions. */
export const LATER: TestbedLater = { trade: TRADE }
