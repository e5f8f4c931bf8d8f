import { parseUnits } from 'viem'
import { Type } from '../../../tools/core/schema.ts'
import type { AnswerLies } from '../../chain/lying-rpc.ts'
import type { Stage } from '../../stage/stage.ts'
import { closed, optional, someOf, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { readContract } from '../step/read-contract.ts'
import { resolveContract, resolveTokenAddress } from '../step/resolve-names.ts'
import { listFeeds, namePrices, readPrices, type TokenPrices } from '../step/token-prices.ts'

interface TokenAmount {
  readonly token: string
  readonly amountBaseUnits: bigint
}

interface Lies {
  readonly prices: TokenPrices
  readonly codeOf?: string
  /** What the account is said to hold. */
  readonly balance?: TokenAmount
  /** What it makes of its answers; what was withdrawn is named by symbol. */
  readonly answers: Omit<AnswerLies, 'withdrawn'> & { readonly withdrawn?: TokenAmount }
}

const LieSchema = Type.Object(
  {
    price: optional(someOf('prices in USD that it shows, e.g. { WETH: 30 }')),
    code: optional(text('token or contract of which it goes on showing the code that is there now')),
    balance: optional(text('what it shows that the account holds of a token, e.g. 100 USDC')),
    receipts: optional(
      Type.Union([Type.Literal('reverted'), Type.Literal('hidden')], {
        description: 'it says of every mined transaction that it reverted, or that it knows none',
      }),
    ),
    effects: optional(
      Type.Union([Type.Literal('none'), Type.Literal('reverted')], {
        description: 'what it simulates moves nothing, or fails at its first call',
      }),
    ),
    noncesAhead: optional(
      Type.Integer({
        minimum: 1,
        maximum: 8,
        description: 'transactions that accounts are said to be ahead',
      }),
    ),
    withdrawn: optional(text('what it says that the owner took out of the cage, e.g. 500 USDC')),
  },
  {
    ...closed,
    minProperties: 1,
    description: "let the agent's node lie from now on, e.g. { price: { WETH: 30 } }",
  },
)

/** The agent's node lies from now on. */
export const LIE = defineStep({
  kind: 'lie',
  schema: LieSchema,
  traits: ['fault'],
  read(members, path, reader): Lies {
    const at = (member: string) => [...path, member]
    const { price, code, receipts, effects, noncesAhead } = members
    const amountOf = (member: 'balance' | 'withdrawn'): TokenAmount | undefined => {
      if (members[member] === undefined) return undefined
      const { token, baseUnits } = reader.amount(members[member], at(member))
      return { token, amountBaseUnits: baseUnits }
    }
    const balance = amountOf('balance')
    const withdrawn = amountOf('withdrawn')
    return {
      prices: price === undefined ? [] : readPrices(price, at('price'), reader),
      ...(code === undefined ? {} : { codeOf: readContract(code, at('code'), reader) }),
      ...(balance ? { balance } : {}),
      answers: {
        ...(receipts === 'reverted' ? { reverts: true } : {}),
        ...(receipts === 'hidden' ? { hidesReceipts: true } : {}),
        ...(effects === 'none' ? { movesNothing: true } : {}),
        ...(effects === 'reverted' ? { simulationsRevert: true } : {}),
        ...(noncesAhead === undefined ? {} : { noncesAhead }),
        ...(withdrawn ? { withdrawn } : {}),
      },
    }
  },
  // Of one provider its word is taken: no law holds against what it says that is held, that a transaction did or would do.
  applies: async ({ balance, answers: { reverts, movesNothing } }, stage) =>
    stage.secondProvider.provider !== undefined || !(balance || reverts || movesNothing),
  async run({ prices, codeOf, balance, answers }, { stage }) {
    await stage.lies.aboutFeeds(
      prices.flatMap(({ token, usd }) =>
        listFeeds(stage, token).map(({ address, decimals }) => ({
          feed: address,
          answer: parseUnits(usd, decimals),
        })),
      ),
    )
    if (codeOf !== undefined) await stage.lies.aboutCode(resolveContract(stage, codeOf))
    if (balance !== undefined) {
      await stage.lies.aboutBalance(resolveTokenAddress(stage, balance.token), balance.amountBaseUnits)
    }
    stage.lies.inAnswers(resolveAnswers(stage, answers))
  },
  title({ prices, codeOf, balance, answers }, { amount }) {
    const { reverts, hidesReceipts, movesNothing, simulationsRevert, noncesAhead, withdrawn } = answers
    const shown = [
      ...namePrices(prices),
      ...(codeOf === undefined ? [] : [`old code of ${codeOf}`]),
      ...(balance ? [`a balance of ${amount(balance.token, balance.amountBaseUnits)}`] : []),
      ...(reverts ? ['reverted receipts'] : []),
      ...(hidesReceipts ? ['no receipts'] : []),
      ...(movesNothing ? ['simulations that move nothing'] : []),
      ...(simulationsRevert ? ['simulations of which a call fails'] : []),
      ...(noncesAhead ? [`nonces ${noncesAhead} ahead`] : []),
      ...(withdrawn ? [`a withdrawal of ${amount(withdrawn.token, withdrawn.amountBaseUnits)}`] : []),
    ]
    return `the agent's node shows ${shown.join(', ')}`
  },
  faults: { kinds: ['node-lies'], of: () => ['node-lies'] },
})

const resolveAnswers = (stage: Stage, { withdrawn, ...answers }: Lies['answers']): AnswerLies => ({
  ...answers,
  ...(withdrawn
    ? { withdrawn: { ...withdrawn, cage: stage.cage, token: resolveTokenAddress(stage, withdrawn.token) } }
    : {}),
})
