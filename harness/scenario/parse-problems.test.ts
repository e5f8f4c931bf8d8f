import { describe, expect, test } from 'vitest'
import { parse, problemsOf, problemsOfSetup, problemsOfSteps } from './fixtures/parse.ts'

describe('problems', () => {
  test('behavior: every problem of a file is reported, in its order, with the line and a caret', () => {
    const text = `name: x
profile: tradr
step: 1
phase: thrivin
steps:
  - previw: {}
  - advance: 5
  - commit: \${x}
`
    expect(problemsOf(text)).toMatchInlineSnapshot(`
      "
      2:10 unknown profile "tradr" | did you mean "trader"?
      3:1 unknown key "step" | did you mean "steps"?
      4:8 unknown phase "thrivin" | did you mean "thriving"?
      6:5 unknown key "previw" | did you mean "preview"?
      7:14 expected text, found the number 5 | write for example "60s", "59.999s", "10m", "24h"
      8:13 unknown reference "x" | known: cage, owner, operator, guardian, trader, attacker, lp, recipient, recipient2, stranger, deployer, whale
      "
    `)
    const parsed = parse(text)
    expect('problems' in parsed && parsed.problems[0]?.frame).toMatchInlineSnapshot(`
      "   2 | profile: tradr
           |          ^"
    `)
  })

  test.each([
    ['steps: [{ gateway: { plugins: 5 } },\n  { plugin: { tool: note_add } }]', 'expected a map'],
    ['steps: [{ gatway: { plugins: {} } },\n  { plugin: { tool: note_add } }]', 'unknown key "gatway"'],
    ['steps: [{ gateway: },\n  { gateway: down }]', 'expected a map or text'],
    ['steps: [{ mark: yes },\n  { reorg: true }]', 'expected true or false'],
    ['secondProvider: []\nsteps: [{ secondProvider: down }]', 'expected text'],
    ['singer: remote\nsteps: [{ remoteSigner: down }]', 'unknown key "singer"'],
    ['store: flie\nsteps: [{ copy: store }]', 'unknown store "flie"'],
    ['beside: bas\nsteps: [{ advance: 5s, on: base }]', 'unknown chain "bas"'],
    ['steps: [{ preveiw: {}, as: p },\n  { commit: "${p}" }]', 'unknown key "preveiw"'],
    [
      'steps: [{ preview: { kind: wrap, amount: 1 ETH }, as: 1p },\n  { commit: "${1p}" }]',
      'a name of letters',
    ],
    [
      'steps: [{ repeat: { times: 0, steps: [{ preview: {}, as: p }] } },\n  { commit: "${p}" }]',
      'expected at least 1',
    ],
    ['steps: [{ advance: "${wiat}" }]', 'unknown reference "wiat"'],
  ])('behavior: what follows from a problem is no other one: %j', (text, message) => {
    const parsed = parse(`name: x\n${text}\n`)
    const told = 'problems' in parsed ? parsed.problems : []
    expect(told.map((problem) => problem.message)).toEqual([expect.stringContaining(message)])
  })

  test('behavior: what a step lacks is told beside a problem below it', () => {
    expect(problemsOfSteps('  - reorg: true\n  - previw: {}\n')).toMatchInlineSnapshot(`
      "
      3:1 there is no mark to go back to | mark a block before each reorg: true
      4:5 unknown key "previw" | did you mean "preview"?
      "
    `)
  })

  test('behavior: a share of a matrix is less than all of it', () => {
    const withShare = (share: number) =>
      problemsOf(`name: x\nshare: ${share}\nmatrix: { wait: [1s, 2s] }\nsteps: [{ advance: "\${wait}" }]\n`)
    expect(withShare(1)).toBe('no problem')
    expect(withShare(2)).toMatchInlineSnapshot(`
      "
      2:8 the matrix has 2 cells | write fewer, or drop it
      "
    `)
    expect(withShare(0)).toMatchInlineSnapshot(`
      "
      2:8 expected at least 1, found the number 0 | this is: how many cells of the matrix a default run takes, first those that show a value which none before has shown; \`--thorough\` takes all of them
      "
    `)
    expect(problemsOf('name: x\nshare: 1\nsteps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      2:8 the matrix has one cell | write fewer, or drop it
      "
    `)
  })

  test('behavior: missing, unknown and empty', () => {
    expect(problemsOf('steps: [{ mine: 1 }]')).toMatchInlineSnapshot(`
      "
      1:1 "name" is missing | add name: what the scenario shows, as a sentence
      "
    `)
    expect(problemsOf('name: x')).toMatchInlineSnapshot(`
      "
      1:1 "steps" is missing | add steps: what happens, in order
      "
    `)
    expect(problemsOf('name: x\nsteps: []')).toMatchInlineSnapshot(`
      "
      2:8 expected at least one item, found an empty list | this is: what happens, in order
      "
    `)
    expect(
      problemsOfSteps('  -\n  - mine\n  - name: idle\n  - { mine: 1, halt: now }\n'),
    ).toMatchInlineSnapshot(`
      "
      3:4 expected a map, found nothing | write for example advance: 60s
      4:5 expected a map, found "mine" | write for example advance: 60s
      5:5 a step without anything to do | use one of preview, act, commit, cancel, query, tool, raw, outsider, sign, call, answer, halt, advance, tick, skew, price, lie, sequencer, trade, sandwich, shock, transfer, later, phase, vitality, mine, repeat, mining, baseFee, fault, upstream, disk, heal, secondProvider, remoteSigner, guardian, gateway, plugin, drop, mark, reorg, include, recover, reconcile, restart, agent, copy, damage, tamper, token, together, code, storage or expect
      6:5 a step does one thing, found halt and mine | write a step for each
      "
    `)
  })

  test('behavior: unknown names come with the nearest', () => {
    expect(
      problemsOfSteps(`  - preview: { kind: swop }
  - query: { tool: data_get_token_prise }
  - query: { tool: uniswap_execute_swap }
  - tool: { name: uniswap_exec_swap }
  - call: { tool: preview_actoin }
  - trade: { actor: wale, tokenIn: USDC, tokenOut: WETH, amountIn: 5 USDC }
  - transfer: { from: whale, to: stangr, amount: 5 USCD }
  - phase: defensve
  - code: { at: routr, set: "0x1" }
  - mine: 1
    expect: { denied: { layer: polcy-cage, code: SPEND_PER_DAI }, class: rebalanc, permit: commited }
  - mine: 1
    expect: { error: { code: HALTD }, events: ["tool:strt"], balances: { wale: { USDC: 1 } }, spend: 5 WETH }
`),
    ).toMatchInlineSnapshot(`
      "
      3:22 unknown action kind "swop" | did you mean "swap"?
      4:20 unknown tool "data_get_token_prise" | did you mean "data_get_token_price"?
      5:20 uniswap_execute_swap is no read tool | write tool: { name: uniswap_execute_swap, … }
      6:19 unknown tool "uniswap_exec_swap" | did you mean "uniswap_execute_swap"?
      7:19 unknown Pi tool "preview_actoin" | did you mean "preview_action"?
      8:21 unknown actor "wale" | did you mean "whale"?
      9:34 unknown account "stangr" | did you mean "stranger"?
      9:50 unknown token "USCD" | did you mean "USDC"?
      10:12 unknown phase "defensve" | did you mean "defensive"?
      11:17 unknown contract "routr" | did you mean "router"?
      11:29 "0x1" is no hex | write whole bytes after 0x
      13:32 unknown layer "polcy-cage" | did you mean "policy-cage"?
      13:50 unknown error code "SPEND_PER_DAI" | did you mean "SPEND_PER_DAY"?
      13:74 unknown action class "rebalanc" | did you mean "rebalance"?
      13:92 unknown permit state "commited" | did you mean "committed"?
      15:30 unknown error code "HALTD" | did you mean "HALTED"?
      15:48 unknown event "tool:strt" | did you mean "tool:start"?
      15:80 unknown account "wale" | did you mean "whale"?
      15:102 expected an amount in USDC, found WETH | compare with USDC
      "
    `)
    expect(
      problemsOfSetup('protocols: [uniswap-v33]\nprofile: trader,lpp\nstore: fiel'),
    ).toMatchInlineSnapshot(`
      "
      2:13 unknown protocol "uniswap-v33" | did you mean "uniswap-v3"?
      3:10 unknown profile "lpp" | did you mean "lp"?
      4:8 unknown store "fiel" | did you mean "file"?
      "
    `)
  })

  test('behavior: one mistake is one problem, in the words of the shape that it comes nearest to', () => {
    expect(
      problemsOfSteps(`  - token: { USDC: { feebps: 80 } }
  - token: { USDC: { approvals: nomal, transfers: 5 } }
  - vitality: -5
  - vitality: { a: 5 }
  - agent: { nane: second }
  - reorg: { depth: x }
  - outsider: { actor: attacker, calls: [{ to: cage }], reverts: yes }
  - damage: { table: permits, set: { a: [] } }
`),
    ).toMatchInlineSnapshot(`
      "
      3:22 unknown key "feebps" | did you mean "feeBps"?
      4:33 expected "normal" or "revert" or "false" or "through-zero", found "nomal" | did you mean "normal"?
      4:51 expected "normal" or "silent" or "pretended", found the number 5 | this is: transfers emit their event, emit none, or emit it and move nothing
      5:15 expected at least 0, found the number -5 | correct the value
      6:15 expected "read" or "unknown" or a whole number, found a map | this is: vitality in basis points that the inputs report, "unknown", or "read" to read it from the chain
      7:5 "name" is missing | add name: first or second
      7:14 unknown key "nane" | did you mean "name"?
      8:21 expected a whole number, found "x" | this is: blocks that are gone
      9:66 expected true or false or "either", found "yes" | in YAML 1.2 this is text; write true or false
      10:41 expected text or a number or null, found an empty list | correct the value
      "
    `)
  })

  test('behavior: an unknown unit is one problem', () => {
    expect(
      problemsOf(`name: x
tokens: { DIA: { feeBps: 80 } }
limits: { perDay: 5 USDX }
policy: { cage: { positionCaps: { WTH: 5 USCD } } }
steps:
  - preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USCD }
  - trade: { actor: whale, tokenIn: USDX, tokenOut: WETH, amountIn: 5 USDC }
  - mine: 1
    expect: { if: 5 USDC < 5 USDX, then: { allowed: true } }
`),
    ).toMatchInlineSnapshot(`
      "
      2:16 unknown token "DIA" | known: USDC, WETH, ETH
      3:19 unknown token "USDX" | did you mean "USDC"?
      4:40 unknown token "WTH" | did you mean "WETH"?
      4:40 unknown token "USCD" | did you mean "USDC"?
      6:69 unknown token "USCD" | did you mean "USDC"?
      7:37 unknown token "USDX" | did you mean "USDC"?
      9:19 unknown token "USDX" | did you mean "USDC"?
      "
    `)
  })

  test('behavior: wrong types and units', () => {
    expect(
      problemsOfSteps(`  - advance: 60
  - advance: -5s
  - advance: 1.2345s
  - skew: 5m
  - mine: 0
  - price: { WETH: 1.123456789 }
  - price: { age: 2h }
  - halt: { a: 1 }
  - code: { at: router, set: "0x123" }
  - trade: { actor: whale, tokenIn: USDC, tokenOut: WETH, amountIn: 5 WETH }
  - preview: { kind: swap, amountIn: 0.0000001 USDC, amountOut: -5 USDC, amountX: 5USDC, amountY: 500 }
  - preview: { kind: swap, amountIn: 1 USDC, amountInBaseUnits: "1" }
  - preview: { kind: swap, claims: [{ subject: size, token: USDC, value: 1 }, 5] }
`),
    ).toMatchInlineSnapshot(`
      "
      3:14 expected text, found the number 60 | write for example "60s", "59.999s", "10m", "24h"
      4:14 time only moves forward | use skew to set the wall clock back
      5:14 "1.2345s" is no duration | write for example 60s, 59.999s, 10m or 24h
      6:11 expected a map, found "5m" | write for example { wall: -5m }
      7:11 expected at least 1, found the number 0 | this is: empty blocks to mine
      8:20 "1.123456789" is no price | write US dollars with at most 36 digits and 8 decimals, or none
      9:5 a price step names no token | write { WETH: 2100 }
      10:11 expected text, found a map | this is: reason of the emergency halt
      11:30 "0x123" is no hex | write whole bytes after 0x
      12:69 expected an amount in USDC, found WETH | sell what you name
      13:38 0.0000001 has too many decimals | USDC has 6 decimals
      13:65 expected an amount of at least 0, found -5 USDC | write it without the sign
      13:83 "5USDC" is no amount | write for example 500 USDC or 0.25 WETH
      13:99 expected an amount, found the number 500 | write "500" under amountYBaseUnits, or an amount such as 500 USDC under amountY
      14:28 amountIn and amountInBaseUnits are the same parameter | drop one of the two
      15:48 unknown subject of a claim "size" | known: balance, price, amount-out, symbol
      15:79 a claim has a subject, a token and a value, and nothing else | write - { subject: balance | price | amount-out | symbol, token: USDC, value: 500 USDC }
      "
    `)
    expect(
      problemsOfSetup(`limits: { perTransaction: 500, perDay: 500 WETH, hotLan: 5 USDC }
policy:
  permitTtl: 0.5s
  rateLimit: { maxCalls: -1, window: 60s }
  recipients: [nobody, cage]
  cage: { positionCaps: { WBTC: 5 USDC, ETH: 5 USDC }, maxDrawdownBps: 20000, minRebalanceInterval: 1x }
heartbeat: 0s`),
    ).toMatchInlineSnapshot(`
      "
      2:27 expected text, found the number 500 | write for example "500 USDC"
      2:40 expected an amount in USDC, found WETH | limits count in USDC
      2:50 unknown key "hotLan" | did you mean "hotLane"?
      4:14 expected whole seconds, found 0.5s | write for example 60s
      5:26 expected at least 0, found the number -1 | this is: most attempts
      6:16 unknown account "nobody" | known: owner, operator, guardian, trader, attacker, lp, recipient, recipient2, stranger, deployer, whale, cage, router
      6:24 the cage cannot be a recipient | name an actor or an address
      7:33 unknown token "WBTC" | did you mean "WETH"?
      7:41 ETH is no contract | name its wrapped token
      7:72 expected at most 10000, found the number 20000 | this is: largest drawdown
      7:101 "1x" is no duration | write for example 60s, 59.999s, 10m or 24h
      8:12 expected at least 1ms, found 0s | write a longer time, e.g. 60s
      "
    `)
  })

  test('behavior: expectations', () => {
    expect(
      problemsOfSteps(`  - mine: 1
    expect: { allowed: true, denied: {} }
  - mine: 1
    expect: { observed: [], events: [5], allowances: [{ token: USDC }], data: 5, spent: "~5 USDC" }
  - mine: 1
    expect: { allowed: false, halted: maybe, audit: broken, errorBps: -1 }
  - mine: 1
    expect: { then: { allowed: true } }
  - mine: 1
    expect: { if: 5 USDC < 5 WETH, then: { allwed: true } }
  - mine: 1
    expect: { if: thriving < cautious }
`),
    ).toMatchInlineSnapshot(`
      "
      4:5 a step cannot be allowed and fail with denied | expect one of them
      6:25 expected "unchanged" or changes by token | write { USDC: -500, WETH: ">0" }
      6:38 an event is its kind, or a map with a kind | write - { kind: "permit:state", to: pending }
      6:55 an allowance has a token, a spender and an amount, and nothing else | write - { token: USDC, spender: attacker, amount: 0 }
      6:79 expected a map, found the number 5 | this is: members of the result by dotted path; "> 5" compares numbers
      6:89 "~5 USDC" is no amount to compare with | write -500, ">0" or "~0.166 ±50bps"
      8:24 expected true, found false | this is: the step is allowed
      8:39 expected true or false, found "maybe" | this is: whether the emergency halt is latched
      8:53 expected "intact", found "broken" | this is: the audit chain verifies
      8:71 expected at least 0, found the number -1 | this is: most basis points by which observed may differ from expected
      10:5 then and else need an if | write if: \${name} < value
      12:19 cannot compare USDC with WETH | compare amounts of one token
      12:44 unknown key "allwed" | did you mean "allowed"?
      14:15 an if needs then or else | write then: { committed: true }
      14:19 "thriving < cautious" has no order | compare two durations, amounts or numbers, or use ==
      "
    `)
  })

  test('error: an expectation that says nothing, which could not fail', () => {
    expect(
      problemsOfSteps(`  - mine: 1
    expect: {}
  - mine: 1
    expect: { data: {}, events: [], balances: {}, allowances: [], positions: {} }
  - mine: 1
    expect: { balances: { whale: {} }, positions: { aave-v3: {} }, observed: {} }
  - mine: 1
    expect: { if: 1 < 2, then: {}, else: { halted: true } }
  - mine: 1
    expect: { if: 1 < 2, allowed: true }
  - mine: 1
    expect: { denials: [HALTED] }
  - mine: 1
    expect: { positions: { aave-v3: { USDC: [], WETH: [1, two] } } }
  - mine: 1
    expect: { observed: { USDC: "~-500 ±10000bps", WETH: "~1 ±9999bps" } }
`),
    ).toMatchInlineSnapshot(`
      "
      4:13 expected at least one member, found an empty map | write for example { committed: true }
      6:21 expected at least one member, found an empty map | this is: members of the result by dotted path; "> 5" compares numbers
      6:33 expected at least one item, found an empty list | this is: events in order: kinds, or {kind, …fields}
      6:47 expected at least one member, found an empty map | write for example { recipient: { USDC: ">= 500" } }
      6:63 expected at least one item, found an empty list | write for example [{ token: USDC, spender: attacker, amount: 0 }]
      6:78 expected at least one member, found an empty map | this is: positions of the cage by protocol: none, some, or what they come to by token, debts negative and never netted: { WETH: ">= 4", USDC: [100, "< 0"] }
      8:34 expected balances by token | write { USDC: 500 }
      8:62 expected none, some, or amounts by token | write { WETH: ">= 1", USDC: "< 0" }
      8:78 expected "unchanged" or changes by token | write { USDC: -500, WETH: ">0" }
      10:32 expected at least one member, found an empty map | write for example { committed: true }
      12:15 an if needs then or else | write then: { committed: true }
      14:5 only steps that run together have denials | expect denied: { code: … }
      16:45 an empty list is no amount to compare with | write -500, ">0" or "~0.166 ±50bps"
      16:55 "two" is no amount to compare with | write -500, ">0" or "~0.166 ±50bps"
      18:33 10000 bps tolerate that nothing changes | write fewer than 10000 bps
      "
    `)
  })

  test('error: a step that would do nothing', () => {
    expect(
      problemsOfSteps(`  - lie: {}
  - lie: { price: {} }
  - shock: {}
  - token: {}
  - token: { USDC: {} }
`),
    ).toMatchInlineSnapshot(`
      "
      3:10 expected at least one member, found an empty map | write for example { price: { WETH: 30 } }
      4:19 expected at least one member, found an empty map | write for example { WETH: 30 }
      5:12 expected at least one member, found an empty map | write for example { WETH: 2100 }
      6:12 expected at least one member, found an empty map | write for example { DAI: { feeBps: 80 } }
      7:20 expected at least one member, found an empty map | correct the value
      "
    `)
  })

  test('error: what a step would ignore', () => {
    expect(
      problemsOf(`name: x
store: file
secondProvider: agrees
untrusted: { module: "0x00", perRequest: 5 USDC }
steps:
  - fault: { rpc: delay }
  - fault: { rpc: error, behind: 2 }
  - upstream: { fails: delay }
  - secondProvider: "off"
  - tool: { name: data_get_token_price, token: WETH, approval: signed }
  - damage: { file: gone, key: phase, set: { value: thriving } }
  - outsider: { actor: attacker, calls: [] }
  - expect: { halted: false }
    malformed: true
  - together: [{ mine: 1 }, { mine: 2 }]
    malformed: true
  - repeat: { times: 2, steps: [{ mine: 1 }] }
    name: a title
    order: 1
    malformed: true
    as: permit
`),
    ).toMatchInlineSnapshot(`
      "
      4:30 it may ask for nothing that this bounds | add mayRequest
      6:5 a delay takes no time | write how long, e.g. for: 11s
      7:26 only a stale head lies behind | leave it out
      8:5 a delay takes no time | write how long, e.g. for: 11s
      9:21 unknown behaviour "off" | known: agrees, behind, down, balance, code, price
      10:54 nobody is asked for an approval of data_get_token_price | leave it out
      11:27 a file has no rows | name a table
      11:39 a file has no rows | name a table
      12:41 expected at least one item, found an empty list | this is: calls, each in a transaction of its own
      14:5 expect has no input of a tool | malformed is for preview, act, query, tool, call, answer
      16:5 together has no input of a tool | malformed is for preview, act, query, tool, call, answer
      18:5 a repeat has no name of its own | move it to the steps inside
      19:5 a repeat has no order of its own | move it to the steps inside
      20:5 a repeat has no malformed of its own | move it to the steps inside
      21:5 a repeat has no as of its own | move it to the steps inside
      "
    `)
  })

  test('error: an amount of what is never below zero that nothing falls short of', () => {
    expect(
      problemsOfSteps(`  - mine: 1
    expect: { spent: ">= 0 USDC", gas: "> -1", transactions: ">= 1", observed: { USDC: ">= 0" } }
  - mine: 1
    expect: { balances: { whale: { USDC: ">= 0", WETH: "> 0" } } }
  - mine: 1
    expect: { allowances: [{ token: USDC, spender: attacker, amount: ">= 0" }] }
`),
    ).toMatchInlineSnapshot(`
      "
      4:22 >= 0 USDC holds of any amount | write what could fall short, e.g. "> 0"
      4:40 > -1 holds of any amount | write what could fall short, e.g. "> 0"
      6:42 >= 0 holds of any amount | write what could fall short, e.g. "> 0"
      8:70 >= 0 holds of any amount | write what could fall short, e.g. "> 0"
      "
    `)
  })

  test('error: a name of the matrix that a step binds as well', () => {
    expect(
      problemsOf(`name: x
matrix: { wait: [59s, 60s] }
steps:
  - advance: \${wait}
  - preview: { kind: wrap, amount: 1 ETH }
    as: wait
`),
    ).toMatchInlineSnapshot(`
      "
      2:11 "wait" names what a step binds as well | choose another name
      "
    `)
  })

  test('error: a comparison with what is no whole number, which would be held as a text', () => {
    expect(
      problemsOfSteps(`  - mine: 1
    expect: { data: { a: "> 5.5", b: ">=5 USDC", c: "~5 ±50bps", d: "> -5", e: "<b>", f: "= 5", g: ">x" } }
`),
    ).toMatchInlineSnapshot(`
      "
      4:26 "> 5.5" compares with no whole number | write a whole number behind <, <=, > or >=, or what is equal without a sign
      4:38 ">=5 USDC" compares with no whole number | write a whole number behind <, <=, > or >=, or what is equal without a sign
      4:53 "~5 ±50bps" compares with no whole number | write a whole number behind <, <=, > or >=, or what is equal without a sign
      4:90 "= 5" compares with no whole number | write a whole number behind <, <=, > or >=, or what is equal without a sign
      "
    `)
  })

  test('error: an order that names a step that is not there', () => {
    expect(
      problemsOfSteps('  - together: [{ mine: 1 }, { mine: 2 }]\n    order: [0, 1, 2]\n'),
    ).toMatchInlineSnapshot(`
      "
      4:19 there is no step 2 | count from 0: the last one is 1
      "
    `)
  })

  test('error: an expectation that one of a branch would replace', () => {
    expect(
      problemsOf(`name: x
matrix: { wait: [59s, 60s] }
steps:
  - advance: \${wait}
    expect:
      halted: false
      audit: intact
      if: \${wait} < 60s
      then: { halted: true, phase: thriving }
`),
    ).toMatchInlineSnapshot(`
      "
      9:15 "halted" stands beside the if as well | the one beside it would not count there: write it in both branches, or once
      "
    `)
  })

  test('error: a branch that no cell comes to', () => {
    const withBranches = (condition: string) =>
      problemsOf(`name: x
matrix: { wait: [59s, 60s] }
steps:
  - advance: \${wait}
    expect:
      if: \${wait} ${condition}
      then: { halted: false }
      else: { phase: thriving }
`)
    expect(withBranches('== 60s')).toBe('no problem')
    // A number is no duration.
    expect(withBranches('== 60')).toMatchInlineSnapshot(`
      "
      7:7 no cell of the matrix comes to this | correct the if, or drop the branch
      "
    `)
    expect(withBranches('< 61s')).toMatchInlineSnapshot(`
      "
      8:7 no cell of the matrix comes to this | correct the if, or drop the branch
      "
    `)
  })

  test('error: a condition that holds in every cell, or in none', () => {
    const withBranch = (condition: string, branch: string) =>
      problemsOf(`name: x
matrix: { a: [1, 2], b: [x, y] }
steps:
  - advance: 1s
    name: \${b}
    expect:
      if: \${a} ${condition}
      ${branch}: { halted: false }
`)
    // What stands behind the operator is one text.
    expect(withBranch(`!= 1 && \${b} == x`, 'then')).toMatchInlineSnapshot(`
      "
      7:7 every cell of the matrix comes to this | correct the if, or expect it without one
      "
    `)
    expect(withBranch(`== 1 || \${b} == x`, 'else')).toMatchInlineSnapshot(`
      "
      7:7 every cell of the matrix comes to this | correct the if, or expect it without one
      "
    `)
    expect(withBranch('!= 2', 'then')).toBe('no problem')
  })

  test('behavior: the matrix', () => {
    expect(problemsOfSetup('matrix: { a: [], b: 5 }')).toMatchInlineSnapshot(`
      "
      2:14 expected at least one item, found an empty list | write for example [59s, 60s]
      2:21 expected a list, found the number 5 | write for example [59s, 60s]
      "
    `)
    expect(problemsOfSetup('matrix: { unused: [1], whale: [1], "a b": [1] }')).toMatchInlineSnapshot(`
      "
      2:11 nothing uses \${unused} | use it in a step, or drop it
      2:24 "whale" already names an account | choose another name
      2:36 "a b" is no name | use letters and digits, a letter first
      "
    `)
    expect(
      problemsOf(
        'name: x ${a} ${b} ${c}\nmatrix: { a: [1, 1], b: [{ x: 1 }], c: [[1]] }\nsteps: [{ mine: 1 }]',
      ),
    ).toMatchInlineSnapshot(`
      "
      2:18 "1" stands here twice | drop one of the two
      2:26 a map in the matrix has no label | add label: … to tell its runs apart
      2:41 a list cannot be a value of the matrix | write a map with a label around it
      "
    `)
  })

  test('behavior: a wrong value of the matrix is shown where it stands', () => {
    expect(
      problemsOf('name: x\nmatrix:\n  wait:\n    - 60s\n    - sixty\nsteps:\n  - advance: ${wait}\n'),
    ).toMatchInlineSnapshot(`
      "
      5:7 "sixty" is no duration | write for example 60s, 59.999s, 10m or 24h
      "
    `)
  })

  test('behavior: references', () => {
    expect(
      problemsOfSteps(`  - commit: \${permit}
  - preview: { kind: swap, amountInBaseUnits: "\${amuont}" }
    as: permit
  - mine: 1
    as: mined
  - preview: { kind: wrap }
    as: permit
  - preview: { kind: wrap }
    as: whale
  - commit: not-a-permit
  - tamper: { permit: "\${permit}", field: vale }
`),
    ).toMatchInlineSnapshot(`
      "
      3:13 \${permit} is used before a step binds it | move the step with as: permit before this one
      4:47 unknown reference "amuont" | known: permit, mined, whale, cage, owner, operator, guardian, trader, attacker, lp, recipient, recipient2, stranger, deployer
      7:5 a mine step issues no permit to bind | bind preview, act, tool, raw, sign
      9:9 "permit" is bound twice | choose another name
      11:9 "whale" already names an account | choose another name
      12:13 "not-a-permit" is no permit | bind a preview with \`as\` and write \${name}
      13:43 unknown field of a permit "vale" | did you mean "value"?
      "
    `)
    expect(problemsOfSetup('chains: [ethereum, bse]')).toMatchInlineSnapshot(`
      "
      2:20 unknown chain "bse" | did you mean "base"?
      "
    `)
    expect(problemsOfSteps('  - tamper: { permit: ${permit}, field: value }\n')).toMatchInlineSnapshot(`
      "
      3:24 a reference inside { } or [ ] has to be quoted | write "\${name}" with the quotes
      "
    `)
    expect(
      problemsOfSteps(`  - preview: { kind: wrap }
    as: permit
  - commit: \${permit}
    expect: { data: { permitId: "\${permit}" }, if: "\${permit} == x", then: { allowed: true } }
  - repeat: { times: 2, steps: [{ mine: 1 }] }
    expect: { allowed: true }
`),
    ).toMatchInlineSnapshot(`
      "
      6:33 \${permit} cannot stand in an expectation | expect the state of the permit of this step with permit: …
      6:52 \${permit} cannot stand in an expectation | expect the state of the permit of this step with permit: …
      6:52 \${permit} is known only when the scenario runs | compare matrix values
      8:5 a repeat has no expect of its own | move it to the steps inside
      "
    `)
  })

  test('error: a second chain that is none, and what an agent on two chains cannot do', () => {
    expect(problemsOfSetup('beside: bse')).toMatchInlineSnapshot(`
      "
      2:9 unknown chain "bse" | did you mean "base"?
      "
    `)
    expect(problemsOfSetup('beside: ethereum')).toMatchInlineSnapshot(`
      "
      2:9 the scenario is on ethereum already | name another chain, or leave it out
      "
    `)
    expect(problemsOfSetup('beside: base\ndriver: pi\nheartbeat: 30s')).toMatchInlineSnapshot(`
      "
      3:1 driver is for an agent on one chain | leave out beside, or this
      4:1 heartbeat is for an agent on one chain | leave out beside, or this
      "
    `)
    expect(problemsOfSteps('  - mine: 1\n    on: base\n')).toMatchInlineSnapshot(`
      "
      4:5 the scenario has one chain | write beside: <chain> above the steps
      "
    `)
    expect(
      problemsOf(`name: x
beside: base
steps:
  - advance: 5s
    on: base
  - mine: 1
    on: polygon
  - skew: { wall: 5s }
  - act: { kind: transfer, token: WBNB, recipient: recipient, amount: 5 WBNB }
    on: base
`),
    ).toMatchInlineSnapshot(`
      "
      5:5 advance is done on both chains | leave on out
      7:9 unknown chain of this scenario "polygon" | known: base, ethereum
      8:5 skew is for an agent on one chain | leave out beside, or the step
      9:71 unknown token "WBNB" | known: USDC, WETH, ETH
      "
    `)
  })
})
