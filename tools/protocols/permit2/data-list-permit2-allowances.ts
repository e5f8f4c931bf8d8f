import { getAbiItem, getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { listUsualPairs, uniquePairs } from '../../kit/token-pairs.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'

/** Most pairs of token and spender that are read, the newest grants first. */
const MOST_PAIRS = 300

const approval = getAbiItem({ abi: permit2Abi, name: 'Approval' })
const permit = getAbiItem({ abi: permit2Abi, name: 'Permit' })

/** List the allowances of an owner in Permit2 that may still be used: what logs show, and what the usual spenders may hold. */
export const TOOL_DEF = defineReadTool({
  name: 'data_list_permit2_allowances',
  description: 'List every live Permit2 allowance of an owner, from logs.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'allowances'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_list_permit2_allowances lists which spenders may still take which tokens of an owner through Permit2, how much and until when.',
  promptGuidelines: [
    'End them with safety_revoke_permit2_allowance.',
    'Grants to unusual spenders before the range are not seen: widen blocks to find them.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { owner: Type.Optional(AddressSchema), ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    owner: AddressSchema,
    ...WINDOW_OUTPUT,
    /** False when there were more pairs than are read at once. */
    isComplete: Type.Boolean(),
    allowances: Type.Array(
      Type.Object({
        token: AddressSchema,
        /** Null of a token that the list does not know. */
        symbol: Type.Union([Type.String(), Type.Null()]),
        spender: AddressSchema,
        spenderLabel: Type.Union([Type.String(), Type.Null()]),
        allowanceBaseUnits: BaseUnitsSchema,
        expirationSeconds: Type.Integer(),
        /** Nonce of the next signed permit. */
        nonce: Type.Integer(),
      }),
    ),
    /** Allowances above zero whose time is over. */
    expiredCount: Type.Integer(),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ owner: of, ...params }, ctx) {
    const address = BASE.on(ctx.book).permit2
    const owner = getAddress(of ?? ctx.account)
    const batch = inOneCall(ctx.book)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const filter = { address, args: { owner }, strict: true, ...window } as const
    const [approvals, permits] = await Promise.all([
      ctx.chain.getLogs({ event: approval, ...filter }),
      ctx.chain.getLogs({ event: permit, ...filter }),
    ])
    const announced = [...approvals, ...permits]
      .toSorted((a, b) => Number(b.blockNumber - a.blockNumber) || b.logIndex - a.logIndex)
      .map(({ args: { token, spender } }) => ({ token, spender }))
    const pairs = uniquePairs([...announced, ...listUsualPairs(ctx)])
    const read = pairs.slice(0, MOST_PAIRS)
    ctx.step('allowances')
    const [now, answers] = await Promise.all([
      ctx.chain.readContract({
        address: batch.multicallAddress,
        abi: multicall3Abi,
        functionName: 'getCurrentBlockTimestamp',
      }),
      ctx.chain.multicall({
        ...batch,
        allowFailure: false,
        contracts: read.map(
          ({ token, spender }) =>
            ({ address, abi: permit2Abi, functionName: 'allowance', args: [owner, token, spender] }) as const,
        ),
      }),
    ])
    const granted = read.flatMap(({ token, spender }, index) => {
      const [amount = 0n, expirationSeconds = 0, nonce = 0] = answers[index] ?? []
      return amount === 0n ? [] : [{ token, spender, amount, expirationSeconds, nonce }]
    })
    // Permit2 refuses from the second after the expiration on.
    const live = granted.filter(({ expirationSeconds }) => now <= BigInt(expirationSeconds))
    return {
      owner,
      ...describeWindow(window),
      isComplete: pairs.length <= MOST_PAIRS,
      allowances: live.map(({ token, spender, amount, expirationSeconds, nonce }) => ({
        token: getAddress(token),
        symbol: findToken(ctx.book, token)?.symbol ?? null,
        spender: getAddress(spender),
        spenderLabel: findKnownAddress(ctx.book, spender)?.label ?? null,
        allowanceBaseUnits: amount.toString(),
        expirationSeconds,
        nonce,
      })),
      expiredCount: granted.length - live.length,
    }
  },
})
