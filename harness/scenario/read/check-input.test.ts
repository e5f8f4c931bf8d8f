import { expect, test } from 'vitest'
import { ToolError } from '../../../tools/core/errors.ts'
import type { Observation } from '../../oracle/observer.ts'
import type { Stage } from '../../stage/stage.ts'
import { checkExpectations } from '../check-expectations.ts'
import { SCENARIO_CATALOGUE } from '../embedded-catalogue.ts'
import { parseScenarioFile } from '../parse-scenario.ts'

/** Problems of one step, or of the file below a name, as people see them. */
function problemsOf(text: string): readonly string[] {
  const parsed = parseScenarioFile(`name: x\n${text}`, 'x.yaml', SCENARIO_CATALOGUE)
  return 'scenarios' in parsed
    ? []
    : parsed.problems.map(({ line, column, message, hint }) => `${line}:${column} ${message} | ${hint}`)
}
const problemsOfStep = (step: string) => problemsOf(`steps:\n  - ${step}`)

test.each([
  [
    'preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amount: 5 USDC }',
    [
      '3:5 "amountIn" is missing | add amountIn: 500 USDC',
      '3:59 unknown key "amount" | did you mean "amountIn"?',
    ],
  ],
  [
    'act: { kind: transfer, token: USDC, to: recipient, amount: 1 USDC }',
    [
      '3:5 "recipient" is missing | add recipient: 20-byte address, 0x-prefixed hex',
      '3:41 unknown key "to" | known: token, recipient, amountBaseUnits',
    ],
  ],
  [
    'act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 5 USDC, slipage: 10 }',
    ['3:73 unknown key "slipage" | did you mean "slippageBps"?'],
  ],
  [
    'act: { kind: close-liquidity, positionId: 1 }',
    ['3:47 expected text, found the number 1 | this is: id of the position NFT, as a decimal string'],
  ],
  [
    'act: { kind: transfer, token: USDCC, recipient: recipient, amountBaseUnits: "5" }',
    ['3:35 unknown token "USDCC" | did you mean "USDC"?'],
  ],
  [
    'act: { kind: transfer, token: USDC, recipient: recipient, amount: 0.1 WETH }',
    ['3:71 expected an amount in USDC, found WETH | write it in USDC'],
  ],
  [
    'act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 5 USDC, amountOutMinimum: 1 USDC }',
    ['3:91 expected an amount in WETH, found USDC | write it in WETH'],
  ],
  [
    'act: { kind: wrap, amount: 1 USDC }',
    ['3:32 expected an amount in ETH or WETH, found USDC | write it in ETH'],
  ],
  [
    'act: { kind: refuel, token: USDC, amount: 0.05 ETH, mostIn: 1 WETH }',
    ['3:65 expected an amount in USDC, found WETH | write it in USDC'],
  ],
  [
    'raw: { calls: [{ to: weth, data: "0x", value: 1 USDC }] }',
    ['3:20 expected a value in ETH, found USDC | `assay docs steps` says what may stand here'],
  ],
  [
    'raw: { calls: [{ to: USDC, function: "transfer(address,uint256)", args: [recipient, 0.1 WETH] }] }',
    ['3:20 expected an amount in USDC, found WETH | `assay docs steps` says what may stand here'],
  ],
  [
    'query: { tool: data_get_token_price, tokn: WETH }',
    [
      '3:5 "token" is missing | add token: token symbol of the chain, or token address; ETH is the native coin',
      '3:42 unknown key "tokn" | did you mean "token"?',
    ],
  ],
  [
    'tool: { name: weth_wrap_eth, ammount: 1 ETH }',
    ['3:5 "amount" is missing | add amount: 500 USDC', '3:34 unknown key "ammount" | did you mean "amount"?'],
  ],
  [
    'call: { tool: commit_action, args: { permit: "0x" } }',
    [
      '3:34 "permitId" is missing | add permitId: 32-byte hash',
      '3:42 unknown key "permit" | did you mean "permitId"?',
    ],
  ],
  [
    'call: { tool: preview_action, args: { kind: wrap, params: { amount: "5" } } }',
    [
      '3:55 "amountBaseUnits" is missing | add amountBaseUnits: unsigned integer in base units, as a decimal string',
      '3:65 unknown key "amount" | did you mean "amountBaseUnits"?',
    ],
  ],
  [
    'expect: { denied: { layer: phase, code: SPEND_PER_TRANSACTION } }',
    ['3:32 SPEND_PER_TRANSACTION is no code of phase | write layer: spending-limiter'],
  ],
])('error: %s', (step, expected) => {
  expect(problemsOfStep(step)).toEqual(expected)
})

test('behavior: what a matrix gives is checked in every cell, where it stands', () => {
  expect(
    problemsOf(`matrix: { amount: [5 USDC, 5 WETH] }
steps:
  - act: { kind: transfer, token: USDC, recipient: recipient, amount: "\${amount}" }`),
  ).toEqual(['2:28 expected an amount in USDC, found WETH | write it in USDC'])
})

test('behavior: bad input has to say so, and only bad input may', () => {
  const bad = 'act: { kind: wrap, ammount: 1 ETH }'
  const good = 'act: { kind: wrap, amount: 1 ETH }'
  expect(problemsOfStep(`{ ${bad}, malformed: true }`)).toEqual([])
  expect(problemsOfStep(`{ ${good}, malformed: false }`)).toEqual([])
  expect(problemsOfStep(`{ ${good}, malformed: true }`)).toEqual([
    '3:7 this input is well formed | leave malformed out',
  ])
  expect(problemsOfStep('{ mine: 1, malformed: true }')).toContain(
    '3:16 mine has no input of a tool | malformed is for preview, act, query, tool, call, answer',
  )
})

test.each([
  ['INVALID_PARAMS', false, ['expect.denied']],
  ['INVALID_PARAMS', true, []],
  ['PERMIT_UNKNOWN', false, []],
] as const)('behavior: a bare denial and %s, malformed %s', async (code, isMalformed, laws) => {
  const error = new ToolError(code, { path: '/', problem: 'is wrong', permitId: '0x' } as never)
  const observation = { error, contradictions: [], events: [] } as unknown as Observation
  const step = {
    line: 1,
    title: 'x',
    action: { kind: 'expect' },
    isMalformed,
    expect: { denied: {} },
  } as const
  const stage = { processes: { isDown: true } } as Stage
  const findings = await checkExpectations(step, { observation }, stage, { index: 0, waitedMs: 0 })
  expect(findings.map(({ law }) => law)).toEqual(laws)
})

test('behavior: a number that is not exact hides nothing else, and a small price is one', () => {
  expect(
    problemsOf(`limits: { perDay: 9007199254740993 }
steps:
  - price: { DAI: 0.00000001 }
  - mine: 99999999999999999999
  - advance: 5 minutes
  - haltt: now`),
  ).toEqual([
    '2:19 9007199254740993 is more than a number can hold exactly | put it in quotes: "9007199254740993"',
    '5:11 99999999999999999999 is more than a number can hold exactly | put it in quotes: "99999999999999999999"',
    '6:14 "5 minutes" is no duration | write for example 60s, 59.999s, 10m or 24h',
    '7:5 unknown key "haltt" | did you mean "halt"?',
  ])
})

test('behavior: more than a few problems of one value are all named', () => {
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}: 1`).join(', ')
  expect(problemsOfStep(`{ mine: 1, ${keys} }`)).toHaveLength(20)
})
