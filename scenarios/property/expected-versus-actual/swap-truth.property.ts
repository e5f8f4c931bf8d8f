import * as fc from 'fast-check'
import { defineProperty } from '../../../harness/property/define-property.ts'
import { assertLaw } from '../../../harness/property/law-violation.ts'

interface Case {
  readonly pair: readonly [string, string]
  readonly amountInBaseUnits: bigint
}

/** Whatever is swapped: the tool reports what the chain shows, and that is what it promised. */
export const PROPERTY = defineProperty<Case>({
  name: 'a swap does what its preview says and reports what it did',
  description: 'Swaps drawn amounts of drawn pairs and compares expected, actual and observed.',
  profile: 'trader',
  draws: { total: 100, cell: 10 },
  arbitrary: fc.oneof(
    fc.record({
      pair: fc.constantFrom(['USDC', 'WETH'] as const, ['USDC', 'DAI'] as const, ['USDC', 'USDT'] as const),
      amountInBaseUnits: fc.bigInt(1_000n, 2_000_000_000n),
    }),
    fc.record({
      pair: fc.constantFrom(['WETH', 'USDC'] as const, ['WETH', 'DAI'] as const, ['WETH', 'WBTC'] as const),
      amountInBaseUnits: fc.bigInt(10n ** 15n, 10n ** 18n),
    }),
  ),
  async check({ pair, amountInBaseUnits }, world) {
    const stage = await world.open()
    const [tokenIn, tokenOut] = pair
    const preview = await stage.agent.call('preview_action', {
      kind: 'swap',
      params: { tokenIn, tokenOut, amountInBaseUnits: amountInBaseUnits.toString() },
    })
    assertLaw(preview.error === undefined, 'swap.previews', 'a permit', preview.error?.message)
    const { permitId } = preview.details as { permitId: string }
    const commit = await stage.agent.call('commit_action', { permitId })
    assertLaw(commit.error === undefined, 'swap.commits', 'committed', commit.error?.message)
    const [contradiction] = commit.contradictions
    assertLaw(
      contradiction === undefined,
      contradiction?.law ?? '',
      contradiction?.expected,
      contradiction?.found,
    )
    assertLaw(
      commit.outcome?.errorBps === 0,
      'swap.quote-is-exact',
      '0 bps',
      `${commit.outcome?.errorBps} bps`,
    )
  },
})
