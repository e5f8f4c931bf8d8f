import { type Address, decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { StateQuery } from '../../core/chain.ts'
import { ToolError } from '../../core/errors.ts'
import { marketAbi, marketFactoryAbi, pyAbi, syAbi } from './abi.ts'
import { BASE } from './base.ts'
import { findMarkets, readMarkets } from './market.ts'

const [SOUND, STRAY, SY, STRAY_SY, PT, YT, ASSET] = ['11', '22', '33', '44', '55', '66', '77'].map(
  (digits): Address => `0x${digits.repeat(20)}`,
) as [Address, Address, Address, Address, Address, Address, Address]

const ABI = [...marketFactoryAbi, ...marketAbi, ...syAbi, ...pyAbi] as const

const STATE = {
  totalPt: 1n,
  totalSy: 1n,
  totalLp: 1n,
  treasury: PT,
  scalarRoot: 1n,
  expiry: 2_000n,
  lnFeeRateRoot: 1n,
  reserveFeePercent: 1n,
  lastLnImpliedRate: 1n,
}

/** What a contract answers; the SY of the stray market says nothing. */
function answer(to: Address, data: Hex): Hex | undefined {
  const { functionName } = decodeFunctionData({ abi: ABI, data })
  const tell = (result: unknown) => encodeFunctionResult({ abi: ABI, functionName, result } as never)
  if (to === STRAY_SY) return undefined
  if (functionName === 'isValidMarket') return tell(true)
  if (functionName === 'readTokens') return tell([to === STRAY ? STRAY_SY : SY, PT, YT])
  if (functionName === 'readState') return tell(STATE)
  return functionName === 'assetInfo' ? tell([0, ASSET, 18]) : tell(10n ** 18n)
}

const ctx = {
  book: { chainId: 1, tokens: [], protocols: { 'pendle-v2': BASE.addresses[1] } },
  chain: {
    readState: async ({ views = [] }: StateQuery) => ({
      views: views.map(({ to, data }) => answer(to, data)),
      blockNumber: 1n,
      timestampSeconds: 1_000n,
    }),
  },
} as unknown as Parameters<typeof findMarkets>[0]

test('behavior: a market whose SY says nothing keeps no other from being read', async () => {
  const [stray, sound] = await findMarkets(ctx, [STRAY, SOUND])
  expect(stray).toMatchObject({ code: 'PENDLE_NOT_FOUND' })
  expect(sound).not.toBeInstanceOf(ToolError)
  expect(sound).toMatchObject({ sy: SY, asset: ASSET, syRate: 10n ** 18n })
})

test('error: PENDLE_NOT_FOUND of what was asked for by itself', async () => {
  await expect(readMarkets(ctx, [SOUND, STRAY])).rejects.toMatchObject({ code: 'PENDLE_NOT_FOUND' })
})
