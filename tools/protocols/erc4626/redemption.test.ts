import { decodeFunctionData, encodeFunctionResult, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { EMBEDDED_BOOK as book } from '../../../harness/world/embedded-book.ts'
import type { StateQuery } from '../../core/chain.ts'
import { vaultAbi } from './abi.ts'
import { planRedemption, readExit } from './redemption.ts'

const [token] = book.tokens
const VAULT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WHOLE = 10n ** 18n

/** Plan to leave a vault whose whole share is worth so much with so many shares. */
async function leave({ held, shareWorth }: { readonly held: bigint; readonly shareWorth: bigint }) {
  const worthOf = (shares: bigint) => (shares * shareWorth) / WHOLE
  const answer = (data: Hex): Hex => {
    const { functionName, args: [of] = [] } = decodeFunctionData({ abi: vaultAbi, data })
    const worth = typeof of === 'bigint' ? worthOf(of) : 0n
    const answers: Readonly<Record<string, unknown>> = {
      name: 'Vault',
      symbol: 'V',
      decimals: 18,
      asset: token?.address,
      totalAssets: worthOf(held),
      totalSupply: held,
      balanceOf: held,
      maxRedeem: held,
      maxWithdraw: worthOf(held),
      previewRedeem: worth,
      convertToAssets: worth,
    }
    return encodeFunctionResult({ abi: vaultAbi, functionName, result: answers[functionName] } as never)
  }
  const chain = {
    readState: async ({ views = [] }: Pick<StateQuery, 'views'>) => ({
      views: views.map(({ to, data }) => (to === VAULT ? answer(data) : undefined)),
    }),
  }
  const ctx = { chain, book, account: zeroAddress } as never
  return planRedemption(ctx, await readExit(ctx, VAULT))
}

test('shares that are too few for a base unit are given up for nothing', async () => {
  const { expectation } = await leave({ held: 5n, shareWorth: 10n ** 6n })
  expect(expectation).toMatchObject({ assets: [], positions: [{ unitsDelta: -5n }] })
})

test.each([0n, 1n])('shares whose vault lost its worth, to %d a whole one, are kept', async (shareWorth) => {
  await expect(leave({ held: WHOLE / 2n, shareWorth })).rejects.toMatchObject({ code: 'VAULT_RATE_WORSE' })
})
