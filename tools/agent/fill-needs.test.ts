import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import { createEventBus } from '../core/events.ts'
import { collectFillers } from '../core/filler.ts'
import type { BuyNeed, Need, SellNeed } from '../core/need.ts'
import type { Expectation } from '../core/outcome.ts'
import { planTransaction, planUnwind, planWithNeeds, type UnfilledPlan } from '../core/plan.ts'
import { Type } from '../core/schema.ts'
import { defineWriteTool, type ToolDef, type WriteTool } from '../core/tool-def.ts'
import { SWAP } from '../kit/kinds/swap.ts'
import { SWAP_EXACT_OUTPUT } from '../kit/kinds/swap-exact-output.ts'
import { type Filling, fillNeeds } from './fill-needs.ts'
import { findRoute } from './find-route.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, USDC, WETH, SPENDER] = [at('1'), at('2'), at('3'), at('4')]
const OWN = { to: at('9'), valueWei: 0n, data: '0x09' } as const

const WRAP: Need = { need: 'wrap', amountBaseUnits: 5n }
const ALLOW: Need = { need: 'allow', token: USDC, spender: SPENDER, amountBaseUnits: 7n }
const SELL: SellNeed = {
  need: 'swap',
  tokenIn: USDC,
  tokenOut: WETH,
  exact: 'input',
  amountInBaseUnits: 100n,
  leastOutBaseUnits: 90n,
}
const BUY: BuyNeed = {
  need: 'swap',
  tokenIn: USDC,
  tokenOut: WETH,
  exact: 'output',
  amountOutBaseUnits: 90n,
  mostInBaseUnits: 100n,
}

const delta = (token: typeof ACCOUNT, deltaBaseUnits: bigint) => ({ token, account: ACCOUNT, deltaBaseUnits })
const allowance = (valueBaseUnits: bigint, spender = SPENDER) => ({
  token: USDC,
  owner: ACCOUNT,
  spender,
  valueBaseUnits,
})

/** A tool whose plan is one call, marked by a byte, with this expectation. */
const define = (
  name: string,
  mark: string,
  expectation: Partial<Expectation> | Error | UnfilledPlan,
  riskTier: WriteTool['riskTier'] = 'layer2',
) =>
  defineWriteTool({
    name,
    description: name,
    category: 'trading',
    riskTier,
    tickBudget: 'fast',
    progressSteps: [],
    spriteTrigger: 'executing',
    promptSnippet: name,
    promptGuidelines: [],
    supportedChains: [1],
    input: Type.Object({}),
    output: Type.Object({}),
    errorCodes: [],
    async plan() {
      if (expectation instanceof Error) throw expectation
      if ('kind' in expectation) return expectation
      return planTransaction([{ to: at(mark), valueWei: 0n, data: `0x0${mark}` }], expectation)
    },
    settle: () => ({
      data: {},
      actualOutcome: planTransaction([], {}).expectation,
      groundTruthSource: 'receipt',
    }),
  })

const NEEDY = define('needy', '9', {})
const GOOD_WRAP = define('wrap', '5', { assets: [delta(NATIVE_TOKEN, -5n), delta(WETH, 5n)] })
const GOOD_ALLOW = define('allow', '6', { allowances: [allowance(7n)] })

interface Venue {
  readonly id: string
  readonly tool: WriteTool
  readonly quote: bigint
}

const venue = (id: string, quote: bigint, expectation: Parameters<typeof define>[2], mark = '7'): Venue => ({
  id,
  tool: define(`${id}_swap`, mark, expectation),
  quote,
})

const sells = (id: string, out: bigint, mark?: string) =>
  venue(id, out, { assets: [delta(USDC, -100n), delta(WETH, out)], toleranceBps: 40 }, mark)

/** What is enabled: tools, venues of the swap kinds; each filler is a protocol of its own. */
function open(tools: readonly WriteTool[], venues: readonly Venue[] = []) {
  const all = new Map<string, ToolDef>([...tools, ...venues.map(({ tool }) => tool)].map((t) => [t.name, t]))
  const asked: unknown[] = []
  const clock = { wallMs: () => 0, tick: () => 0, setTimer: () => () => undefined }
  const filling = {
    toolbox: { has: (name: string) => all.has(name), find: (name: string) => all.get(name) },
    actions: [SWAP, SWAP_EXACT_OUTPUT].map((kind) => ({
      kind: kind.kind,
      params: Type.Object(kind.params),
      venues: venues.map(({ id, tool, quote }) => ({
        protocol: id,
        reads: [],
        write: tool.name,
        async offer(params: unknown) {
          asked.push(params)
          return { params: {}, quoteBaseUnits: quote }
        },
      })),
      resolve: (params: never, enabled: never, run: never) => findRoute(kind as never, enabled, params, run),
    })),
    fillers: collectFillers([
      { id: 'weth', fills: { wrap: { tool: { name: 'wrap' }, toParams: () => ({}) } } },
      { id: 'erc20', fills: { allow: { tool: { name: 'allow' }, toParams: () => ({}) } } },
    ]),
    read: async () => ({ data: null }),
    runner: {
      events: createEventBus(),
      context: { account: ACCOUNT, clock, book: { chainId: 1, wrappedNative: WETH, tokens: [] } },
    },
  } as unknown as Filling
  return { filling, asked }
}

const fill = (
  needs: Parameters<typeof planWithNeeds>[0],
  { filling }: ReturnType<typeof open>,
  own: Partial<Expectation> = {},
) => fillNeeds(NEEDY, planWithNeeds(needs, [OWN], own), filling)

const marksOf = (plan: { readonly calls: readonly { readonly data: string }[] }) =>
  plan.calls.map(({ data }) => data.at(-1)).join('')

test('I15 I63: fills come first, in the order of the needs, and the expectation is of all', async () => {
  const world = open([GOOD_WRAP, GOOD_ALLOW], [sells('a', 95n)])
  const own = { assets: [delta(WETH, -3n)], toleranceBps: 20 }
  const plan = await fill([SELL, WRAP, ALLOW], world, own)
  expect(marksOf(plan)).toBe('7569')
  expect(plan).toMatchObject({ kind: 'transaction', route: 'cage', filled: ['swap', 'wrap', 'allow'] })
  expect(plan).not.toHaveProperty('needs')
  expect(plan.expectation).toEqual({
    assets: [
      delta(WETH, -3n),
      delta(USDC, -100n),
      delta(WETH, 95n),
      delta(NATIVE_TOKEN, -5n),
      delta(WETH, 5n),
    ],
    allowances: [allowance(7n)],
    positions: [],
    toleranceBps: 40,
  })
  expect(marksOf(await fill([ALLOW, WRAP], world))).toBe('659')
})

test('behavior: a need may stand after own calls, and never past the last', async () => {
  const world = open([GOOD_WRAP, GOOD_ALLOW], [sells('a', 95n)])
  expect(marksOf(await fill([{ ...SELL, afterCalls: 1 }, WRAP], world))).toBe('597')
  expect(
    marksOf(
      await fill(
        [
          { ...ALLOW, afterCalls: 7 },
          { ...SELL, afterCalls: 1 },
        ],
        world,
      ),
    ),
  ).toBe('967')
})

test('behavior: what the own calls leave of an allowance holds', async () => {
  const plan = await fill([ALLOW], open([GOOD_ALLOW]), { allowances: [allowance(0n)] })
  expect(plan.expectation.allowances).toEqual([allowance(0n)])
})

test('behavior: of two venues the better quote fills, with the bound in what it is asked', async () => {
  const world = open([], [sells('a', 92n, '7'), sells('b', 95n, '8')])
  expect(marksOf(await fill([SELL], world))).toBe('89')
  expect(world.asked).toContainEqual({
    tokenIn: USDC,
    tokenOut: WETH,
    amountInBaseUnits: '100',
    amountOutMinimumBaseUnits: '90',
  })
  const bought = (id: string, paid: bigint, mark: string) =>
    venue(id, paid, { assets: [delta(USDC, -paid), delta(WETH, 90n)] }, mark)
  const buying = open([], [bought('a', 99n, '7'), bought('b', 98n, '8')])
  expect(marksOf(await fill([BUY], buying))).toBe('89')
  expect(buying.asked).toContainEqual({
    tokenIn: USDC,
    tokenOut: WETH,
    amountOutBaseUnits: '90',
    amountInMaximumBaseUnits: '100',
  })
})

test('I11: error: NEED_NOT_FILLED where nothing is enabled or of no higher risk', async () => {
  const refused = { code: 'NEED_NOT_FILLED', layer: 'profile' }
  for (const need of [WRAP, ALLOW, SELL, BUY]) {
    await expect(fill([need], open([]))).rejects.toMatchObject(refused)
  }
  const risky = define('wrap', '5', { assets: [delta(NATIVE_TOKEN, -5n), delta(WETH, 5n)] }, 'layer3')
  await expect(fill([WRAP], open([risky]))).rejects.toMatchObject(refused)
  const riskyVenue = { ...sells('a', 95n), tool: define('a_swap', '7', {}, 'layer3') }
  await expect(fill([SELL], open([], [riskyVenue]))).rejects.toMatchObject(refused)
})

test.each([
  ['a purchase that costs more', BUY, { assets: [delta(USDC, -101n), delta(WETH, 90n)] }],
  ['a purchase that brings less', BUY, { assets: [delta(USDC, -100n), delta(WETH, 89n)] }],
  ['a sale that brings less', SELL, { assets: [delta(USDC, -100n), delta(WETH, 89n)] }],
  ['a sale of more', SELL, { assets: [delta(USDC, -101n), delta(WETH, 99n)] }],
  [
    'a sale that pays in two parts',
    SELL,
    { assets: [delta(USDC, -60n), delta(USDC, -60n), delta(WETH, 99n)] },
  ],
  [
    'a sale that pays with another token',
    SELL,
    { assets: [delta(USDC, -100n), delta(WETH, 99n), delta(NATIVE_TOKEN, -1n)] },
  ],
  [
    'a sale that leaves an allowance',
    SELL,
    { assets: [delta(USDC, -100n), delta(WETH, 99n)], allowances: [allowance(1n)] },
  ],
] as const)('I17: error: NEED_OUT_OF_BOUNDS for %s', async (_, need, expectation) => {
  await expect(fill([need], open([], [venue('a', 1n, expectation)]))).rejects.toMatchObject({
    code: 'NEED_OUT_OF_BOUNDS',
    layer: 'tool',
  })
})

test.each([
  ['more', [allowance(8n)]],
  ['less', [allowance(6n)]],
  ['none', []],
  ['another spender', [allowance(7n, at('8'))]],
] as const)('error: NEED_OUT_OF_BOUNDS for an allowance of %s', async (_, allowances) => {
  await expect(fill([ALLOW], open([define('allow', '6', { allowances })]))).rejects.toMatchObject({
    code: 'NEED_OUT_OF_BOUNDS',
  })
})

test('error: NEED_FILL_FAILED for a filler that fails, or needs others itself', async () => {
  const failed = { code: 'NEED_FILL_FAILED', layer: 'tool' }
  await expect(fill([WRAP], open([define('wrap', '5', new Error('no answer'))]))).rejects.toMatchObject({
    ...failed,
    shortMessage: expect.stringContaining('no answer'),
  })
  const needy = define('wrap', '5', planWithNeeds([ALLOW], [], {}))
  await expect(fill([WRAP], open([needy, GOOD_ALLOW]))).rejects.toMatchObject(failed)
})

test('error: two protocols that fill one need', () => {
  const fills = { wrap: { tool: { name: 'wrap' }, toParams: () => ({}) } }
  expect(() =>
    collectFillers([
      { id: 'a', fills },
      { id: 'b', fills },
    ]),
  ).toThrow('a and b both fill "wrap"')
})

describe('a step that ends a position', () => {
  const STEP = planUnwind({ kind: 'leave', params: { amount: '1' } })
  const leave = (expectation: Partial<Expectation>, riskTier?: WriteTool['riskTier']) => {
    const tool = define('leaver', '5', expectation, riskTier)
    const filling = {
      toolbox: { has: () => true, find: () => tool },
      actions: [
        {
          kind: 'leave',
          params: Type.Object({ amount: Type.String() }),
          venues: [
            {
              protocol: 'lender',
              reads: [],
              write: 'leaver',
              offer: async (params: unknown) => ({ params }),
            },
          ],
          resolve: async (params: unknown) => ({ tool: 'leaver', params }),
        },
      ],
      fillers: [],
      read: async () => ({ data: {} }),
      runner: open([]).filling.runner,
    } as unknown as Filling
    return fillNeeds(NEEDY, STEP, filling)
  }
  const units = (kind: 'held' | 'owed' | 'leaving', unitsDelta: bigint) => ({
    protocol: 'lender',
    key: 'new' as const,
    kind,
    unitsDelta,
  })

  test('default: it is planned, and settled, by its own tool', async () => {
    const plan = await leave({
      positions: [units('held', -5n), units('leaving', 5n)],
      assets: [delta(USDC, 7n)],
    })
    expect(marksOf(plan)).toBe('5')
    expect(plan.settledBy).toEqual({ tool: 'leaver', params: { amount: '1' } })
  })

  test('behavior: a debt that falls is paid for', async () => {
    const plan = await leave({ positions: [units('owed', -5n)], assets: [delta(USDC, -7n)] })
    expect(marksOf(plan)).toBe('5')
  })

  test.each([
    ['what is held grows', { positions: [units('held', 1n)] }],
    ['what is owed grows', { positions: [units('owed', 1n)], assets: [delta(USDC, 7n)] }],
    ['something is paid for nothing', { positions: [units('held', -5n)], assets: [delta(USDC, -1n)] }],
    ['an allowance is left', { positions: [units('held', -5n)], allowances: [allowance(1n)] }],
  ])('error: NEED_OUT_OF_BOUNDS where %s', async (_, expectation) => {
    await expect(leave(expectation)).rejects.toMatchObject({ code: 'NEED_OUT_OF_BOUNDS' })
  })

  test('error: NEED_NOT_FILLED by a tool of a higher risk', async () => {
    await expect(leave({}, 'layer3')).rejects.toMatchObject({ code: 'NEED_NOT_FILLED' })
  })
})
