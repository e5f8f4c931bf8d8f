import { expect, test } from 'vitest'
import { createFixtureRecord } from '../../../harness/record/fixtures/fixture-record.ts'
import type { RecordScenario, RecordStep } from '../../../harness/record/record.ts'
import { createNameOf } from './name-of.ts'
import { viewOutcome } from './outcome-view.ts'
import { viewScenario } from './scenario-view.ts'
import { viewState } from './state-view.ts'

const { scenarios } = createFixtureRecord()
const find = (predicate: (scenario: RecordScenario) => boolean): RecordScenario => {
  const found = scenarios.find(predicate)
  if (found === undefined) throw new Error('the fixture holds no such scenario')
  return found
}
const withStep = (change: (step: RecordStep) => RecordStep) => {
  const scenario = find(({ steps }) => steps.some(({ outcome }) => outcome !== undefined))
  return viewScenario({
    ...scenario,
    steps: scenario.steps.filter(({ outcome }) => outcome !== undefined).map(change),
  }).steps[0]
}

test('default', () => {
  expect(
    viewScenario(find(({ verdict, area }) => verdict === 'failed' && area === 'permits')).steps[2],
  ).toMatchInlineSnapshot(`
    {
      "actions": [],
      "duration": "77 ms",
      "facts": [
        {
          "full": "0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a776a99b44c",
          "name": "Permit",
          "value": "0x7c1e9a7c…99b44c",
        },
        {
          "name": "State",
          "value": "committed",
        },
        {
          "name": "Class",
          "value": "rebalance",
        },
        {
          "baseUnits": "512340000",
          "name": "Spend",
          "value": "512.34 USDC",
        },
        {
          "full": "0x7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a7c1e9a30d31e8d9f",
          "name": "Transaction",
          "value": "0x7c1e9a7c…1e8d9f",
        },
        {
          "name": "Block",
          "value": "22000014",
        },
        {
          "name": "Gas",
          "value": "184,223",
        },
      ],
      "hooks": [
        {
          "stage": "commit",
          "verdicts": [
            {
              "figures": [],
              "hook": "policy-cage",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "allowlist-guard",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "spending-limiter",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "rate-limiter",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "simulator",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "hallucination-detector",
              "verdict": "allow",
            },
            {
              "figures": [],
              "hook": "result-filter",
              "verdict": "allow-modified",
            },
          ],
        },
      ],
      "kind": "commit",
      "number": 3,
      "outcome": {
        "caption": "Ground truth from receipt; expected against observed 3 bps",
        "rows": [
          {
            "actual": {
              "baseUnits": "-500000000",
              "text": "−500",
            },
            "agrees": true,
            "differenceBps": "0",
            "expected": {
              "baseUnits": "-500000000",
              "text": "−500",
            },
            "observed": {
              "baseUnits": "-500000000",
              "text": "−500",
            },
            "symbol": "USDC",
          },
          {
            "actual": {
              "baseUnits": "199341409631000000",
              "text": "+0.199341409631",
            },
            "agrees": true,
            "differenceBps": "3",
            "expected": {
              "baseUnits": "199401230000000000",
              "text": "+0.19940123",
            },
            "observed": {
              "baseUnits": "199341409631000000",
              "text": "+0.199341409631",
            },
            "symbol": "WETH",
          },
        ],
      },
      "phase": "thriving",
      "place": "line 14",
      "plans": [],
      "sent": [],
      "title": "permit",
      "traces": [],
      "verdict": "failed",
    }
  `)
})

test('behavior: hooks that were not asked after a rejection are shown as such', () => {
  const [, step] = viewScenario(find(({ name }) => name.endsWith('terminal'))).steps
  expect(step?.hooks).toMatchObject([{ stage: 'preview' }])
  expect(step?.hooks[0]?.verdicts.map(({ verdict }) => verdict)).toEqual([
    'allow',
    'allow',
    'reject',
    'not-asked',
    'not-asked',
    'not-asked',
    'not-asked',
  ])
})

test('behavior: a report that is not what the chain shows is marked, however small the difference', () => {
  const step = withStep((original) => ({
    ...original,
    ...(original.outcome
      ? {
          outcome: {
            ...original.outcome,
            observed: original.outcome.observed.map((delta) => ({
              ...delta,
              deltaBaseUnits: String(BigInt(delta.deltaBaseUnits) + 1n),
            })),
          },
        }
      : {}),
  }))
  expect(step?.outcome?.rows.map(({ agrees }) => agrees)).toEqual([false, false])
  expect(step?.outcome?.rows[0]?.differenceBps).toBe('1')
})

test('behavior: a difference that is measured by what passed through says so', () => {
  const step = withStep((original) => ({
    ...original,
    ...(original.outcome
      ? {
          outcome: {
            ...original.outcome,
            observed: original.outcome.observed.map((delta) => ({
              ...delta,
              deltaBaseUnits: String(BigInt(delta.deltaBaseUnits) + 1n),
            })),
            through: original.outcome.observed
              .slice(0, 1)
              .map(({ deltaBaseUnits: _, ...token }) => ({ ...token, throughBaseUnits: '1000' })),
          },
        }
      : {}),
  }))
  expect(step?.outcome?.rows.map(({ differenceBps }) => differenceBps)).toEqual([
    '10 of what passed through',
    '3',
  ])
})

test('behavior: what units come to, allowances and the step that is settled are shown', () => {
  const token = { symbol: 'WETH', token: `0x${'1'.repeat(40)}`, decimals: 18 }
  const step = withStep((original) => ({
    ...original,
    ...(original.outcome
      ? {
          outcome: {
            ...original.outcome,
            expected: [],
            actual: [],
            observed: [],
            worth: [
              {
                ...token,
                protocol: 'staking',
                key: `0x${'0'.repeat(64)}`,
                kind: 'held',
                expectedBaseUnits: '-1000000000000000000',
                actualBaseUnits: '-1000000000000000000',
                observedBaseUnits: '-1000000000000000001',
              },
            ],
            allowances: [
              {
                ...token,
                owner: `0x${'2'.repeat(40)}`,
                spender: `0x${'3'.repeat(40)}`,
                expectedBaseUnits: '0',
                actualBaseUnits: null,
                observedBaseUnits: '0',
              },
            ],
            settles: 2,
          },
        }
      : {}),
  }))
  expect(step?.outcome?.caption).toMatch(/^Settles step 3; /)
  expect(step?.outcome?.rows).toMatchObject([
    { symbol: expect.stringContaining('WETH held in staking'), differenceBps: '1', agrees: false },
    {
      symbol: expect.stringContaining('may take'),
      expected: { text: '0', baseUnits: '0' },
      actual: { text: '—' },
      agrees: true,
    },
  ])
})

test('behavior: a token of no book goes by the name of its address, and no name of a row is cut', () => {
  const token = `0x${'1'.repeat(40)}`
  const pair = { token, symbol: token, decimals: 0 }
  const spender = `0x${'3'.repeat(40)}`
  const amounts = { expectedBaseUnits: '0', actualBaseUnits: '0', observedBaseUnits: '0' }
  const [outcome, after] = [
    viewOutcome(
      {
        expected: [],
        actual: [],
        observed: [{ ...pair, deltaBaseUnits: '1' }],
        allowances: [{ ...pair, owner: token, spender, ...amounts }],
        groundTruthSource: 'chain',
        errorBps: 0,
      },
      createNameOf({ [spender]: 'uniswap-v2.router' }),
    ),
    viewState(
      { timestampSeconds: '1', balances: [{ ...pair, baseUnits: '1' }] },
      createNameOf({ [token]: 'uniswap-v2.pair' }),
    ),
  ]
  expect(outcome.rows.map(({ symbol }) => symbol)).toEqual([
    token,
    `${token} that uniswap-v2.router may take`,
  ])
  expect(after.holdings.map(({ name }) => name)).toEqual(['uniswap-v2.pair'])
})

test('behavior: an asset that only the chain shows has a row', () => {
  const step = withStep((original) => ({
    ...original,
    ...(original.outcome ? { outcome: { ...original.outcome, expected: [], actual: [] } } : {}),
  }))
  expect(step?.outcome?.rows).toMatchObject([
    {
      symbol: 'USDC',
      expected: { text: '0' },
      actual: { text: '0' },
      differenceBps: 'unexpected',
      agrees: false,
    },
    { symbol: 'WETH', differenceBps: 'unexpected', agrees: false },
  ])
})

test('behavior: long text is clipped, so that a page stays quick', () => {
  const view = viewScenario(find(({ name }) => name.startsWith('hostile')))
  expect(JSON.stringify(view).length).toBeLessThan(12_000)
})

test('behavior: a driver is named where it is not the default', () => {
  const [scenario] = scenarios as [RecordScenario]
  const namesOf = (driver: 'direct' | 'pi') => viewScenario({ ...scenario, driver }).facts
  expect(namesOf('pi')).toContainEqual({ name: 'Driver', value: 'pi' })
  expect(namesOf('direct')).toEqual(viewScenario(scenario).facts)
})
