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
    'preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500USDC }',
    ['3:69 "500USDC" is no amount | write for example 500 USDC or 0.25 WETH'],
  ],
  ...[
    ['null', 'nothing'],
    ['[]', 'an empty list'],
    ['all', '"all"'],
    ['"5"', '"5"'],
    ['1_000 USDC', '"1_000 USDC"'],
  ].map(([amount, found]): [string, string[]] => [
    `act: { kind: wrap, amount: ${amount} }`,
    [`3:32 expected an amount, found ${found} | write for example 500 USDC or 0.25 WETH`],
  ]),
  [
    'act: { kind: wrap, amount: 0.5 }',
    ['3:32 expected an amount, found the number 0.5 | write an amount such as 500 USDC under amount'],
  ],
  [
    'act: { kind: wrap, amount: -5 WETH }',
    ['3:32 expected an amount of at least 0, found -5 WETH | write it without the sign'],
  ],
  [
    `act: { kind: wrap, amount: 1${'0'.repeat(60)} WETH }`,
    [`3:32 1${'0'.repeat(60)} WETH is more than 256 bits hold | write a smaller amount`],
  ],
  [
    'act: { kind: wrap, amount: 5 WETH }\n    expect: { observed: { WETH: { atLeast: 5 } } }',
    ['4:33 a map is no amount to compare with | write -500, ">0" or "~0.166 ±50bps"'],
  ],
  [
    'act: { kind: wrap, amountBaseUnits: 5 }',
    [
      '3:41 expected an amount, found the number 5 | write "5" under amountBaseUnits, or an amount such as 500 USDC under amount',
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
    '2:19 9007199254740993 is more than a number can hold exactly | write fewer digits; write for example 500 USDC or 0.25 WETH',
    '5:11 99999999999999999999 is more than a number can hold exactly | write fewer digits; this is: empty blocks to mine',
    '6:14 "5 minutes" is no duration | write for example 60s, 59.999s, 10m or 24h',
    '7:5 unknown key "haltt" | did you mean "halt"?',
  ])
})

test('behavior: more than a few problems of one value are all named', () => {
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}: 1`).join(', ')
  expect(problemsOfStep(`{ mine: 1, ${keys} }`)).toHaveLength(20)
})

const HUGE = `1${'0'.repeat(72)} USDC`
const ZERO = '"0x0000000000000000000000000000000000000000"'

test.each([
  ['policy: { rateLimit: { maxCalls: 2, window: 0s } }', '2:45 expected at least 1s, found 0s'],
  ['policy: { guardianTimeout: -1s }', '2:28 expected at least 0s, found -1s'],
  ['policy: { phaseDwell: 18251d }', '2:23 expected at most 18250d, found 18251d'],
  ['policy: { phaseDwell: 99999999999999999d }', '2:23 expected at most 18250d, found 99999999999999999d'],
  ['tickLimits: { calls: 3, time: -1s }', '2:31 expected at least 1ms, found -1s'],
  ['heartbeat: soon', '2:12 "soon" is no duration'],
  [
    'policy: { announce: { from: elevated, wait: 36s } }',
    '2:45 expected less than 36s, since permits live 60 s, found 36s',
  ],
  [
    'policy: { permitTtl: 24s, announce: { from: elevated, wait: 0s } }',
    '2:27 permits live 24 s: none can wait',
  ],
  [
    'policy: { cage: { minRebalanceInterval: 4294967296s } }',
    '2:41 expected at most 18250d, found 4294967296s',
  ],
  [`limits: { perDay: ${HUGE} }`, `2:19 ${HUGE} is more than 256 bits hold`],
  [`policy: { cage: { windowLoss: ${HUGE} } }`, `2:31 ${HUGE} is more than 256 bits hold`],
  ['policy: { cage: { positionCaps: { weth: 5 USDC, WETH: 6 USDC } } }', '2:49 WETH stands here twice'],
  [`policy: { cage: { recipients: [${ZERO}] } }`, '2:32 the zero address is nobody'],
  [
    `policy: { cage: { targets: [{ target: ${ZERO}, functions: ["f()"] }] } }`,
    '2:39 the zero address is nobody',
  ],
  ['policy: { recipients: [toString] }', '2:24 unknown account "toString"'],
  ['untrusted: { module: "0x", mayRequest: [swapp] }', '2:41 unknown action kind "swapp"'],
  ['untrusted: { module: nope }', '2:22 "nope" is no hex'],
  ['protocols: [uniswap-v3, uniswap-v3]', '2:12 expected a list that names each once, found a list'],
  ['secrets: { a.base64: WalletSecret }', '2:12 "a.base64" is no name'],
  [`tokens: { DAI: { symbol: ${'ä'.repeat(16)} } }`, '2:26 a symbol of 32 bytes, expected at most 31'],
])('error: a setup that no stack can have: %s', (setup, expected) => {
  const problems = problemsOf(`${setup}\nsteps: [{ mine: 1 }]`)
  expect(problems.map((problem) => problem.split(' | ')[0])).toEqual([expected])
})

test.each([
  'policy: { rateLimit: { maxCalls: 0, window: 1s } }',
  'policy: { guardianTimeout: 0s, phaseDwell: 18250d, cage: { minRebalanceInterval: 18250d } }',
  'policy: { announce: { from: elevated, wait: 35s } }',
  'tickLimits: { calls: 1, time: 1ms }',
  `tokens: { DAI: { symbol: ${'a'.repeat(31)} } }`,
])('behavior: the edge of what a stack can have: %s', (setup) => {
  expect(problemsOf(`${setup}\nsteps: [{ mine: 1 }]`)).toEqual([])
})

test.each([
  ['shock: { WETH: 0 }', '3:20 no pool has the price 0'],
  ['shock: { WETH: -5 }', '3:20 no pool has the price -5'],
  [`price: { WETH: "1${'0'.repeat(36)}" }`, `3:20 "1${'0'.repeat(36)}" is no price`],
  ['price: { WETH: 0.5, decimals: 0 }', '3:20 "0.5" is no price'],
  ['price: { WETH: 1, weth: 2 }', '3:23 WETH stands here twice'],
  ['price: { WETH: 1, age: 18251d }', '3:28 expected at most 18250d, found 18251d'],
  ['lie: { price: { WETH: 1, weth: 2 } }', '3:30 WETH stands here twice'],
  ['baseFee: 18446744073709551616 wei', '3:14 18446744073709551616 wei is more than 64 bits hold'],
  ['code: { at: USDC, set: "0xef0100" }', '3:28 code that begins as that of a delegated account (EIP-7702)'],
  ['token: { DAI: { symbol: ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ } }', '3:29 a symbol of 36 bytes, expected at most 31'],
  ['damage: { table: meta, set: {} }', '3:33 expected at least one member, found an empty map'],
  ['fault: { rpc: delay, for: -1s }', '3:31 expected at least 1ms, found -1s'],
  ['gateway: { plugins: {}, callTime: 0s }', '3:39 expected at least 1ms, found 0s'],
  ['gateway: { plugins: {}, callTime: 25d }', '3:39 expected at most 24d, found 25d'],
  ['skew: { wall: -18251d }', '3:19 expected at most 18250d, found -18251d'],
  ['expect: { waited: -1s }', '3:23 expected at least 0s, found -1s'],
  [
    'outsider: { actor: attacker, calls: [{ to: weth, value: -1 ETH }] }',
    '3:42 "-1 ETH" does not fit uint256: expected 0 to 2^256 - 1',
  ],
  [
    'raw: { calls: [{ to: weth, function: "f(uint16)", args: [now] }] }',
    '3:20 "now" does not fit uint16: expected 0 to 2^16 - 1',
  ],
  [
    'raw: { calls: [{ to: weth, function: "f(int32)", args: [now+9000d] }] }',
    '3:20 "now+9000d" does not fit int32: expected -2^31 to 2^31 - 1',
  ],
  [
    'raw: { calls: [{ to: weth, function: "f(uint256)", args: [now+18251d] }] }',
    '3:20 "now+18251d" is no time',
  ],
  [
    'sign: { domain: {}, type: "Mail(uint8 v)", message: { v: 256 } }',
    '3:11 "256" does not fit uint8: expected 0 to 2^8 - 1',
  ],
  [
    'later: { protocol: model-yield, act: slash, wait: 1h }',
    '3:49 slash in model-yield takes no time of its own',
  ],
  [
    'later: { protocol: aave-v3, act: interest, shareBps: 50 }',
    '3:48 interest in aave-v3 is done as a whole',
  ],
  ['later: { protocol: aave-v9, act: intrest, wait: 1h }', '3:24 unknown protocol with a later "aave-v9"'],
])('error: a step that no world can take: %s', (step, expected) => {
  expect(problemsOfStep(step).map((problem) => problem.split(' | ')[0])).toEqual([expected])
})

test.each([
  'skew: { wall: -18250d }',
  'later: { protocol: aave-v3, act: interest, wait: 1h, shareBps: 10000 }',
  'baseFee: 18446744073709551615 wei',
  `price: { WETH: "${'9'.repeat(36)}", decimals: 36 }`,
  'price: { WETH: none }',
  `code: { at: USDC, set: "0xef0100${'11'.repeat(20)}" }`,
  'raw: { calls: [{ to: weth, function: "f(uint32)", args: [now+18250d] }], delegate: cage }',
  'raw: { calls: [{ to: weth, function: "f(int32)", args: [now+1d] }], delegate: cage }',
])('behavior: the edge of what a world can take: %s', (step) => {
  expect(problemsOfStep(step)).toEqual([])
})

test.each([
  ['%YAML 1.1\n---\nname: x\nspeculation: yes\nsteps: [{ advance: 1:30 }]', '1:1 a file of YAML 1.1'],
  [
    'name: x\npolicy: !!omap [{ permitTtl: 5s }]\nsteps: [{ mine: 1 }]',
    '2:9 unknown tag tag:yaml.org,2002:omap',
  ],
  [
    'name: x\nsteps: [{ act: &a { kind: wrap, amount: 1 ETH } }, { act: { <<: *a } }]',
    '2:61 a merge key, which YAML 1.2 does not have',
  ],
])('error: YAML that would be read as something else: %s', (text, expected) => {
  const parsed = parseScenarioFile(text, 'x.yaml', SCENARIO_CATALOGUE)
  const problems = 'problems' in parsed ? parsed.problems : []
  expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([expected])
})

test('behavior: numbers of a condition are compared exactly', () => {
  expect(
    problemsOf(`matrix: { a: ["9007199254740993", "0.3"] }
steps:
  - { halt: "\${a}", expect: { if: "\${a} == 9007199254740992", then: { denied: {} } } }
  - { halt: "\${a}", expect: { if: "\${a} == 0.30", then: { allowed: true } } }`),
  ).toEqual(['4:63 no cell of the matrix comes to this | correct the if, or drop the branch'])
})

test.each([
  ['{ token: ETH, spender: attacker, amount: 0 }', '3:37 ETH is no contract'],
  ['{ token: USDC, spender: cage, amount: 0 }', '3:52 the cage is what gives allowances'],
])('error: an allowance that nobody can have: %s', (allowance, expected) => {
  const problems = problemsOfStep(`expect: { allowances: [${allowance}] }`)
  expect(problems.map((problem) => problem.split(' | ')[0])).toEqual([expected])
})

test('behavior: a guardian that comes or goes is no behaviour of one, and a long text is told shortly', () => {
  expect(problemsOfStep('guardian: off')[0]).toContain('3:15 unknown behaviour "off"')
  const [problem = ''] = problemsOfStep(`transfer: { from: ${'x'.repeat(5_000)}, to: cage, amount: 1 USDC }`)
  expect(problem).toMatch(/^3:23 unknown account "x{282}…x{99}" \| known: /)
})

test('error: agents that would not have the store that is named', () => {
  expect(problemsOfStep('agent: { name: second, store: same }')).toEqual([
    '3:1 a store in memory has no file | write store: file above the steps',
  ])
  expect(problemsOfStep('agent: { name: first, store: own }')).toEqual([
    '3:27 the first agent has the store of the scenario | leave it out',
  ])
  expect(problemsOf('store: file\nsteps: [{ agent: { name: second, store: same } }]')).toEqual([])
})

test('behavior: a step that needs a fork of its own has it beside others as well', () => {
  const step = '{ together: [{ upstream: { fails: error, method: eth_getCode } }, { mine: 1 }] }'
  const parsed = parseScenarioFile(`name: x\nsteps: [${step}]`, 'x.yaml', SCENARIO_CATALOGUE)
  expect(parsed).toMatchObject({ scenarios: [{ setup: { startsCold: true } }] })
})

const GATEWAY = '{ gateway: { plugins: {}, agent: apart } }'
const RETURN = '{ mark: true }, { mine: 1 }, { reorg: true }'

test.each([
  ['guardian: off\nsteps: [{ guardian: slow }]', 'the scenario has no guardian'],
  ['guardian: off\nsteps: [{ together: [{ guardian: slow }, { mine: 1 }] }]', 'the scenario has no guardian'],
  ['secondProvider: off\nsteps: [{ secondProvider: down }]', 'the scenario has no second provider'],
  ['signer: on\nsteps: [{ remoteSigner: down }]', 'no service holds the key'],
  ['store: file\nsteps: [{ damage: { file: copy } }]', 'there is no copy of the store'],
  ['phase: thriving\nsteps: [{ plugin: { tool: x } }]', 'there is no gateway'],
  ['phase: thriving\nsteps: [{ gateway: down }]', 'no agent goes on without this gateway'],
  [
    `phase: thriving\nsteps: [${GATEWAY}, { gateway: { plugins: {} } }, { gateway: down }]`,
    'no agent goes on without this gateway',
  ],
  ['phase: thriving\nsteps: [{ reorg: true }]', 'there is no mark to go back to'],
  [`phase: thriving\nsteps: [${RETURN}, { reorg: true }]`, 'there is no mark to go back to'],
])('error: a step without what it is done to: %s', (file, expected) => {
  expect(problemsOf(file).map((problem) => problem.split(' | ')[0])).toEqual([`3:1 ${expected}`])
})

test.each([
  'guardian: down\nsteps: [{ guardian: on }]',
  'store: file\nsteps: [{ copy: store }, { damage: { file: copy } }]',
  'secondProvider: agrees\nsteps: [{ secondProvider: down }]',
  'signer: remote\nsteps: [{ remoteSigner: down }]',
  `phase: thriving\nsteps: [${GATEWAY}, { gateway: down }, { plugin: { tool: x } }]`,
  `phase: thriving\nsteps: [{ repeat: { times: 2, steps: [${RETURN}] } }, { mine: 1 }, { reorg: { depth: 1 } }]`,
  `beside: base\nsteps: [{ mark: true }, { mark: true, on: base }, { reorg: true }, { reorg: true, on: base }]`,
])('behavior: a step with what it is done to: %s', (file) => {
  expect(problemsOf(file)).toEqual([])
})
