import { encodeAbiParameters, encodeEventTopics, getAbiItem, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import type { AssayEvent } from '../../core/events.ts'
import { createEventBus } from '../../core/events.ts'
import type { Figure } from '../../core/figure.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { planTransaction } from '../../core/plan.ts'
import { judgePrice } from '../evidence/valuation.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { runHookChain } from './chain.ts'
import { hallucinationDetectorHook } from './hallucination-detector.ts'
import { HOOK_ORDER, type Hook, type HookRequest } from './hook.ts'
import { policyCageHook } from './policy-cage.ts'
import { rateLimiterHook } from './rate-limiter.ts'
import { simulatorHook } from './simulator.ts'
import { spendingLimiterHook } from './spending-limiter.ts'

const TOKEN = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const FEED = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'

/** Ask a hook; answers by which figures it decided, and what it denied. */
async function ask(hook: Hook, changes: Partial<HookRequest>) {
  const figures: Figure[] = []
  try {
    await hook.check(buildRequest(changes), (figure) => figures.push(figure))
    return { figures, denied: undefined }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { figures, denied: error }
  }
}

const find = (figures: readonly Figure[], name: string) => figures.find((figure) => figure.name === name)

/** Ask about 2 tokens that leave at a price, under a limit for one transaction. */
const spend = (perTransactionUsdc: bigint, ageSeconds = 20) => {
  const asset = buildAsset({
    token: TOKEN,
    symbol: 'T',
    feed: FEED,
    maxStalenessSeconds: 60,
    secondary: { feed: FEED, maxStalenessSeconds: 90 },
  })
  const policy = buildPolicy({
    assets: [asset],
    limits: { perTransactionUsdc, perDayUsdc: 9_000_000_000n, hotLaneUsdc: 9_000_000_000n },
  })
  const reading = (answer: bigint) => ({
    answer,
    decimals: 8,
    startedAtSeconds: 1n,
    updatedAtSeconds: BigInt(1_000 - ageSeconds),
  })
  const readings = { primary: reading(3_000n * 10n ** 8n), secondary: reading(3_030n * 10n ** 8n) }
  return ask(spendingLimiterHook, {
    policy,
    evidence: buildEvidence({
      outflows: [{ token: TOKEN, amountBaseUnits: 2n * 10n ** 18n }],
      prices: { of: () => judgePrice(asset, readings, 1_000, 200) },
    }),
  })
}

test('behavior: a spend shows its price, source, age and limits, allowed or not', async () => {
  const allowed = await spend(6_060_000_000n)
  expect(allowed.denied).toBeUndefined()
  expect(allowed.figures).toMatchInlineSnapshot(`
    [
      {
        "decimals": 8,
        "name": "price of T",
        "source": "primary feed",
        "unit": "USD",
        "value": "300000000000",
      },
      {
        "most": "60",
        "name": "age of the price of T",
        "source": "primary feed",
        "unit": "s",
        "value": "20",
      },
      {
        "decimals": 8,
        "name": "price of T",
        "source": "secondary feed",
        "unit": "USD",
        "value": "303000000000",
      },
      {
        "most": "90",
        "name": "age of the price of T",
        "source": "secondary feed",
        "unit": "s",
        "value": "20",
      },
      {
        "most": "200",
        "name": "difference of the prices of T",
        "unit": "bps",
        "value": "100",
      },
      {
        "decimals": 6,
        "name": "outflow",
        "unit": "USDC",
        "value": "6060000000",
      },
      {
        "decimals": 6,
        "name": "growth of allowances",
        "unit": "USDC",
        "value": "0",
      },
      {
        "decimals": 6,
        "name": "gas at its cap",
        "unit": "USDC",
        "value": "0",
      },
      {
        "decimals": 6,
        "most": "6060000000",
        "name": "spend",
        "unit": "USDC",
        "value": "6060000000",
      },
      {
        "decimals": 6,
        "name": "spent in the window before",
        "unit": "USDC",
        "value": "0",
      },
      {
        "decimals": 6,
        "name": "live allowances",
        "unit": "USDC",
        "value": "0",
      },
      {
        "decimals": 6,
        "most": "9000000000",
        "name": "of the day with it",
        "unit": "USDC",
        "value": "6060000000",
      },
      {
        "decimals": 6,
        "most": "9000000000",
        "name": "without the guardian",
        "unit": "USDC",
        "value": "6060000000",
      },
    ]
  `)
  const denied = await spend(6_059_999_999n)
  expect(denied.denied?.code).toBe('SPEND_PER_TRANSACTION')
  const figure = find(denied.figures, 'spend')
  expect([figure?.value, figure?.most]).toEqual(
    [denied.denied?.args.found, denied.denied?.args.expected].map(String),
  )
  // What was never come to is not told of.
  expect(find(denied.figures, 'of the day with it')).toBeUndefined()
})

test('behavior: a price that is too old is shown with the age that it has and the age that it may have', async () => {
  const { figures, denied } = await spend(9_000_000_000n, 61)
  expect(denied?.code).toBe('PRICE_STALE')
  expect(find(figures, 'age of the price of T')).toMatchObject({ value: '61', unit: 's', most: '60' })
})

test('behavior: attempts are shown with how many there may be', async () => {
  const policy = buildPolicy({ rateLimit: { maxCalls: 2, windowSeconds: 60, perTick: 3 } })
  const { figures, denied } = await ask(rateLimiterHook, { policy, attempts: 3, attemptsInTick: 1 })
  expect(denied?.code).toBe('RATE_LIMITED')
  expect(figures).toEqual([
    { name: 'attempts in 60 s', value: '3', unit: 'calls', most: '2' },
    { name: 'attempts in the tick', value: '1', unit: 'calls', most: '3' },
  ])
})

test('behavior: what a simulation moves is shown beside what was expected', async () => {
  const account = buildRequest().account
  const { figures, denied } = await ask(simulatorHook, {
    plan: planTransaction([], {
      assets: [{ token: TOKEN, account, deltaBaseUnits: -1_000n }],
      toleranceBps: 100,
    }),
    evidence: buildEvidence({ balances: [{ token: TOKEN, before: 5_000n, after: 3_980n }] }),
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN, symbol: 'T' })] }),
  })
  expect(denied?.code).toBe('SIMULATION_DRIFT')
  expect(find(figures, 'tolerance')).toMatchObject({ value: '100', most: '500' })
  expect(find(figures, 'simulated change')).toMatchObject({ value: '-1020', unit: 'T', decimals: 18 })
  expect(find(figures, 'expected change')).toMatchObject({ value: '-1000' })
  expect(find(figures, 'difference in T')).toMatchObject({ value: '200', unit: 'bps', most: '100' })
})

test('behavior: what leaves is shown beside what is held', async () => {
  const { figures, denied } = await ask(hallucinationDetectorHook, {
    evidence: buildEvidence({
      outflows: [{ token: TOKEN, amountBaseUnits: 8n }],
      balances: [{ token: TOKEN, before: 7n, after: 0n }],
    }),
    book: {
      chainId: 31_337,
      nativeSymbol: 'ETH',
      tokens: [{ symbol: 'T', name: 'T', address: TOKEN, decimals: 2 }],
      protocols: {},
    },
  })
  expect(denied?.code).toBe('HALLUCINATED_BALANCE')
  expect(figures).toEqual([{ name: 'leaves the account', value: '8', most: '7', unit: 'T', decimals: 2 }])
})

test('behavior: what the cage counts of a simulated action is shown, that of another contract is not', async () => {
  const { account } = buildRequest()
  const executed = (address: Hex) => ({
    address,
    topics: encodeEventTopics({
      abi: policyCageAbi,
      eventName: 'Executed',
      args: { permitId: `0x${'11'.repeat(32)}` },
    }) as Hex[],
    data: encodeAbiParameters(
      getAbiItem({ abi: policyCageAbi, name: 'Executed' }).inputs.filter(
        (input) => !('indexed' in input && input.indexed),
      ),
      [2, 500n, 3n, 255_000n, 10n],
    ),
  })
  const asked = (logs: readonly ReturnType<typeof executed>[]) =>
    ask(policyCageHook, {
      evidence: buildEvidence({
        simulation: {
          calls: [{ ok: true, returnData: '0x', gasUsed: 1n, logs }],
          before: EMPTY_STATE,
          after: EMPTY_STATE,
        },
      }),
    })
  expect((await asked([executed(FEED), executed(account)])).figures).toEqual([
    { name: 'outflow by the cage', value: '500', unit: 'USDC', decimals: 6 },
    { name: 'loss by the cage', value: '3', unit: 'USDC', decimals: 6 },
    { name: 'value of the cage', value: '255000', unit: 'USDC', decimals: 6 },
  ])
  expect((await asked([executed(FEED)])).figures).toEqual([])
})

test('behavior: the limits of the cage are shown with what is used of them, though it allows', async () => {
  const cageLimits = {
    spentUsdc: 700n,
    lostUsdc: 3n,
    unguardedUsdc: 200n,
    mostSpentUsdc: 1_000n,
    mostLostUsdc: 2n ** 256n - 1n,
    mostUnguardedUsdc: 400n,
  }
  const show = ({ name, value, most }: Figure) => [name, value, most]
  const askWith = async (changes: Parameters<typeof buildEvidence>[0]) =>
    (await ask(policyCageHook, { evidence: buildEvidence({ cageLimits, ...changes }) })).figures.map(show)
  const windows = [
    ['spent in the window by the cage', '700', '1000'],
    ['lost in the window by the cage', '3', undefined],
  ]
  expect(await askWith({})).toEqual([...windows, ['without the guardian by the cage', '200', '400']])
  // With a guardian's signature in prospect what the simulation shows is not what counts.
  expect(await askWith({ guardianDemand: { found: 500n, expected: 400n } })).toEqual([
    ...windows,
    ['without the guardian by the cage', '500', '400'],
  ])
  expect(await askWith({ cageLimits: undefined })).toEqual([])
})

test('behavior: a verdict is announced with its figures, a rejection too, and no hook has those of another', async () => {
  const told: AssayEvent[] = []
  const events = createEventBus()
  events.subscribe((event) => told.push(event))
  const spent = { outflowUsdc: 0n, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: 0n }
  const hooks = HOOK_ORDER.map(
    (name, index): Hook => ({
      name,
      check(_, note) {
        if (index === 1) return { kind: 'allow' }
        note?.({ name, value: String(index), unit: 'calls' })
        if (name === 'simulator') throw new ToolError('RATE_LIMITED', { found: 1, expected: 0, span: 'tick' })
        return { kind: 'allow', ...(name === 'spending-limiter' ? { spend: spent } : {}) }
      },
    }),
  )
  const clock = { wallMs: () => 0, tick: () => 1, setTimer: () => () => undefined }
  await expect(runHookChain(hooks, buildRequest(), { events, clock })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
  expect(
    told.flatMap((event) => (event.kind === 'hook:verdict' ? [[event.verdict, event.figures]] : [])),
  ).toEqual(
    HOOK_ORDER.slice(0, HOOK_ORDER.indexOf('simulator') + 1).map((name, index) => [
      name === 'simulator' ? 'reject' : 'allow',
      index === 1 ? undefined : [{ name, value: String(index), unit: 'calls' }],
    ]),
  )
})
