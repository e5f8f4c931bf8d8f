import type { ToolContext } from '../../core/context.ts'
import type { LendingRate, RateQuestion } from '../../core/lending-rates.ts'
import { toToolError } from '../../core/runner.ts'
import type { Static } from '../../core/schema.ts'
import { Type } from '../../core/schema.ts'

/** A rate with the protocol that has it. */
export type NamedRate = LendingRate & { readonly protocol: string }

/** Which protocols did not answer, and why. */
export const UNREAD_OUTPUT = Type.Array(Type.Object({ protocol: Type.String(), problem: Type.String() }))

/** Ask every protocol that lends, all at once; one that fails does not stand in the others' way. */
export async function readAllRates(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'rates'>,
  question: RateQuestion,
): Promise<{ readonly rates: readonly NamedRate[]; readonly unread: Static<typeof UNREAD_OUTPUT> }> {
  const answers = await Promise.allSettled(
    ctx.rates.map(async ({ protocol, readRates }) =>
      (await readRates(ctx, question)).map((rate) => ({ ...rate, protocol })),
    ),
  )
  return {
    rates: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    unread: answers.flatMap((answer, index) => {
      const protocol = ctx.rates[index]?.protocol ?? ''
      return answer.status === 'rejected'
        ? [{ protocol, problem: toToolError(protocol, answer.reason).shortMessage }]
        : []
    }),
  }
}
