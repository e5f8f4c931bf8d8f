import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { EMPTY_OUTCOME } from '../../tools/core/outcome.ts'
import { planWithNeeds } from '../../tools/core/plan.ts'
import { readTransferDeltas } from '../../tools/core/receipt-deltas.ts'
import { BaseUnitsSchema, Type } from '../../tools/core/schema.ts'
import { findToken } from '../../tools/core/tokens.ts'
import { defineWriteTool, stamp } from '../../tools/core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../tools/kit/chains.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { BASE } from '../../tools/protocols/uniswap-v3/base.ts'
import { planExactInput, settleSwap } from '../../tools/protocols/uniswap-v3/swap.ts'
import { readWrapDeltas } from '../../tools/protocols/weth/wrap-deltas.ts'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let world: OpenEnvironment
beforeAll(async () => {
  world = await openEnvironment()
})
afterAll(() => world.close())

const AMOUNT = 1_000_000_000_000_000n

const DESCRIPTION = {
  description: 'Needs what other protocols fill.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: [],
  spriteTrigger: 'executing',
  promptSnippet: 'needs what other protocols fill',
  promptGuidelines: [],
  supportedChains: ETHEREUM_CHAINS,
  output: Type.Object({}),
  errorCodes: [],
} as const

/** Sells ether: what it sells is wrapped and allowed by others. */
const SELL_ETHER = defineWriteTool({
  ...DESCRIPTION,
  name: 'uniswap_sell_ether',
  input: Type.Object({}, { additionalProperties: false }),
  async plan(_, ctx) {
    const { swapRouter } = BASE.on(ctx.book)
    const token = ctx.book.wrappedNative as Address
    const { plan } = await planExactInput(ctx, {
      tokenIn: 'WETH',
      tokenOut: 'USDC',
      amountInBaseUnits: AMOUNT.toString(),
    })
    const swap = plan.calls.filter(({ to }) => to === swapRouter)
    return planWithNeeds(
      [
        { need: 'wrap', amountBaseUnits: AMOUNT },
        { need: 'allow', token, spender: swapRouter, amountBaseUnits: AMOUNT },
      ],
      swap,
      plan.expectation,
    )
  },
  settle: settleSwap as never,
})

/** Gets ether for USDC: others buy what it unwraps. */
const BUY_ETHER = defineWriteTool({
  ...DESCRIPTION,
  name: 'weth_buy_ether',
  input: Type.Object({ mostInBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  async plan({ mostInBaseUnits }, { book, account }) {
    const weth = book.wrappedNative as Address
    const data = encodeFunctionData({
      abi: parseAbi(['function withdraw(uint256)']),
      functionName: 'withdraw',
      args: [AMOUNT],
    })
    return planWithNeeds(
      [
        {
          need: 'swap',
          tokenIn: findToken(book, 'USDC')?.address as Address,
          tokenOut: weth,
          exact: 'output',
          amountOutBaseUnits: AMOUNT,
          mostInBaseUnits: BigInt(mostInBaseUnits),
        },
      ],
      [{ to: weth, valueWei: 0n, data }],
      {
        assets: [
          { token: weth, account, deltaBaseUnits: -AMOUNT },
          { token: NATIVE_TOKEN, account, deltaBaseUnits: AMOUNT },
        ],
      },
    )
  },
  settle: ({ receipt, account }) => ({
    data: {},
    actualOutcome: {
      ...EMPTY_OUTCOME,
      assets: [...readTransferDeltas(receipt, account), ...readWrapDeltas(receipt, account)],
    },
    groundTruthSource: 'receipt',
  }),
})

const open = () =>
  world.open({
    profile: 'full',
    catalogue: [
      ...DEV_REGISTRY.tools,
      ...stamp({ id: 'uniswap-v3', standing: 'published' }, [SELL_ETHER]),
      ...stamp({ id: 'weth', standing: 'published' }, [BUY_ETHER]),
    ],
  })

type Stage = Awaited<ReturnType<typeof open>>

const balancesOf = (stage: Stage) => {
  const usdc = findToken(stage.book, 'USDC')?.address as Address
  const tokens = [NATIVE_TOKEN, stage.book.wrappedNative as Address, usdc]
  return stage.oracle.readBalancesOf(tokens.map((token) => ({ token, account: stage.cage })))
}

async function act(stage: Stage, tool: string, params: object) {
  const before = await balancesOf(stage)
  const preview = await stage.agent.previewTool(tool, params as never, [], undefined)
  if (preview.error) throw preview.error
  const { permitId } = preview.details as { readonly permitId: string }
  const committed = await stage.agent.call('commit_action', { permitId })
  const after = await balancesOf(stage)
  return { committed, changes: after.map((balance, index) => (balance ?? 0n) - (before[index] ?? 0n)) }
}

test('I15 I53: what is permitted and executed is the filled plan, its effect stated and reported', async () => {
  const stage = await open()
  try {
    const { committed, changes } = await act(stage, 'uniswap_sell_ether', {})
    expect(committed.error).toBeUndefined()
    expect(committed.contradictions).toEqual([])
    const { body, expectedOutcome, actualOutcome } = committed.report as never as {
      readonly body: {
        readonly plan: { readonly calls: readonly { to: Address }[]; readonly filled: unknown }
      }
      readonly expectedOutcome: typeof EMPTY_OUTCOME
      readonly actualOutcome: typeof EMPTY_OUTCOME
    }
    const weth = stage.book.wrappedNative as Address
    expect(body.plan.calls).toMatchObject([
      { to: weth, valueWei: AMOUNT },
      {
        to: weth,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [BASE.on(stage.book).swapRouter, AMOUNT],
        }),
      },
      { to: BASE.on(stage.book).swapRouter },
    ])
    expect(body.plan.filled).toEqual(['wrap', 'allow'])
    const sum = ({ assets }: typeof EMPTY_OUTCOME, of: Address) =>
      assets
        .filter(({ token }) => token === of)
        .reduce((total, { deltaBaseUnits }) => total + deltaBaseUnits, 0n)
    for (const outcome of [expectedOutcome, actualOutcome]) {
      expect(sum(outcome, NATIVE_TOKEN)).toBe(-AMOUNT)
      expect(sum(outcome, weth)).toBe(0n)
    }
    expect(changes.slice(0, 2)).toEqual([-AMOUNT, 0n])
    expect(changes[2]).toBeGreaterThan(0n)
  } finally {
    await stage.close()
  }
})

test('I17 I63: a venue buys what is needed within its bound, and the owner’s tolerance judges it', async () => {
  const stage = await open()
  try {
    const quote = await stage.agent.runTool('uniswap_get_quote', {
      tokenIn: 'USDC',
      tokenOut: 'WETH',
      amountOutBaseUnits: AMOUNT.toString(),
    } as never)
    const price = BigInt((quote.details as { readonly amountInBaseUnits: string }).amountInBaseUnits)
    const tight = { mostInBaseUnits: (price - 1n).toString() }
    await expect(act(stage, 'weth_buy_ether', tight)).rejects.toMatchObject({ code: 'NEED_OUT_OF_BOUNDS' })
    const wide = { mostInBaseUnits: (price * 2n).toString() }
    await expect(act(stage, 'weth_buy_ether', wide)).rejects.toMatchObject({ code: 'TOLERANCE_TOO_WIDE' })
    const { committed, changes } = await act(stage, 'weth_buy_ether', { mostInBaseUnits: `${price}` })
    expect(committed.error).toBeUndefined()
    expect(committed.contradictions).toEqual([])
    expect(changes).toEqual([AMOUNT, 0n, -price])
  } finally {
    await stage.close()
  }
})
