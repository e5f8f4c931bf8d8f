import * as fc from 'fast-check'
import { defineProperty } from '../../../harness/property/define-property.ts'
import { assertLaw } from '../../../harness/property/law-violation.ts'
import { ACTORS } from '../../../harness/world/actors.ts'

type Command =
  | { readonly kind: 'spend'; readonly usdc: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const DAY_SECONDS = 86_400
const LIMITS = { perTransaction: 600n, perDay: 1_000n } as const
const USDC = 1_000_000n

/**
 * Spend in every window (t − 86 400 s, t] stays within the limit, and what fits is never refused.
 *
 * The model is an exact list of what was spent when.
 */
export const PROPERTY = defineProperty<readonly Command[]>({
  name: 'spend in every 24-hour window is exact',
  description: 'Draws sequences of spends and waits and predicts each verdict from an exact log.',
  invariants: ['I1', 'I2'],
  profile: 'full',
  draws: { total: 100, cell: 10 },
  arbitrary: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('spend' as const),
        usdc: fc.constantFrom(1, 100, 399, 400, 500, 600, 601),
      }),
      fc.record({
        kind: fc.constant('wait' as const),
        seconds: fc.constantFrom(1, 3_600, 43_200, DAY_SECONDS - 2, DAY_SECONDS - 1, DAY_SECONDS),
      }),
    ),
    { minLength: 1, maxLength: 8 },
  ),
  async check(commands, world) {
    const stage = await world.open({
      profile: 'full',
      choices: {
        limits: {
          perTransactionUsdc: LIMITS.perTransaction * USDC,
          perDayUsdc: LIMITS.perDay * USDC,
          hotLaneUsdc: LIMITS.perDay * USDC,
        },
      },
    })
    const log: { atSeconds: number; usdc: bigint }[] = []
    for (const command of commands) {
      if (command.kind === 'wait') {
        await stage.clock.advance(command.seconds * 1_000)
        continue
      }
      const nowSeconds = Math.floor(stage.clock.wallMs() / 1_000)
      const usdc = BigInt(command.usdc)
      const spent = log
        .filter(({ atSeconds }) => atSeconds > nowSeconds - DAY_SECONDS)
        .reduce((sum, entry) => sum + entry.usdc, 0n)
      const expected =
        usdc > LIMITS.perTransaction
          ? 'SPEND_PER_TRANSACTION'
          : spent + usdc > LIMITS.perDay
            ? 'SPEND_PER_DAY'
            : 'allowed'
      const preview = await stage.agent.call('preview_action', {
        kind: 'transfer',
        params: {
          token: 'USDC',
          recipient: ACTORS.recipient.address,
          amountBaseUnits: (usdc * USDC).toString(),
        },
      })
      const found = preview.error?.code ?? 'allowed'
      assertLaw(found === expected, 'spending.rolling-window', expected, found)
      if (found !== 'allowed') continue
      const { permitId } = preview.details as { permitId: string }
      const commit = await stage.agent.call('commit_action', { permitId })
      assertLaw(commit.error === undefined, 'spending.what-fits-commits', 'committed', commit.error?.code)
      log.push({ atSeconds: nowSeconds, usdc })
    }
  },
})
