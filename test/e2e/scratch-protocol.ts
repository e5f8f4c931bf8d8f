/** What an author puts in the place of a scaffold's lines, by file: a bank that takes ether and pays it out as WETH. */
export const FILLED: Readonly<
  Record<string, readonly (readonly [find: string | RegExp, replace: string])[]>
> = {
  'tools/protocols/scratch/abi.ts': [
    [/\/\/ FILL .*\n/, ''],
    [
      "['function example(uint256 amount)']",
      `[
  'function exchange() payable',
  'function exchangedBy(address account) view returns (uint256)',
  'event Exchanged(address indexed account, uint256 amount)',
]`,
    ],
  ],
  'tools/protocols/scratch/base.ts': [
    [/FILL IN: the name.*published\./, 'Scratch: a bank for ether.'],
    [/ {2}\/\/ FILL .*\n/, ''],
    ['addresses: {}', "addresses: { 1: { scratch: '0x5000000000000000000000000000000000000001' } }"],
  ],
  'tools/protocols/scratch/decoder.ts': [
    [/FILL IN: what is decoded\./, 'Decode exchanges.'],
    [
      "import type { CallDecoder } from '../../core/call-decoder.ts'",
      "import { NATIVE_TOKEN } from '../../core/address-book.ts'\nimport { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'",
    ],
    ['selectorsOf(scratchAbi)', "selectorsOf(scratchAbi, ['exchange'])"],
    ['decode(call) {', 'decode(call, { account, book }) {'],
    ['decoded === undefined', "decoded?.functionName !== 'exchange'"],
    [
      / {4}\/\/ FILL .*\n {4}return undefined/,
      `    const weth = book.wrappedNative
    if (weth === undefined) return undefined
    return {
      ...NO_EFFECT,
      functionName: 'exchange',
      outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: call.valueWei }],
      inflows: [weth],
      recipients: [account],
      tokens: [NATIVE_TOKEN, weth],
    }`,
    ],
  ],
  'tools/protocols/scratch/protocol.ts': [
    [/FILL IN: what it is for\./, 'Pays ether out as WETH.'],
    ['FILL IN: its name', 'Scratch bank'],
    [/ {2}\/\/ FILL .*\n/g, ''],
    ['cage: { scratch: [] }', "cage: { scratch: ['exchange'] }"],
  ],
  'harness/protocols/scratch/model.ts': [
    [
      'import type { ProtocolModel }',
      "import { callOf } from '../../vocabulary/intent.ts'\nimport type { ProtocolModel }",
    ],
    [/FILL IN: what it does.*documentation\./, 'Pays one WETH for one ether.'],
    [/ {2}\/\/ FILL .*\n/, ''],
    [
      'kinds: {}',
      `kinds: {
    'scratch-exchange': {
      category: 'yield',
      needs: ['amountBaseUnits'],
      means(request) {
        const { book, symbolOf } = request
        const to = symbolOf(book.wrappedNative ?? 'no wrapped coin')
        const amount = request.amount('amountBaseUnits')
        return callOf({ kind: 'convert', from: book.nativeSymbol, to, amount })
      },
    },
  }`,
    ],
  ],
  'harness/protocols/scratch/draw.ts': [
    [/FILL IN: what is tried with it\./, 'Exchanges any amount.'],
    [/ {2}\/\/ FILL .*\n/, ''],
    [
      'kinds: {}',
      `kinds: {
    'scratch-exchange': {
      draw: ({ amountOf }) => amountOf('ETH').map((amount) => ({ amount })),
      params: ({ units }) => ({ amountBaseUnits: units('ETH') }),
    },
  }`,
    ],
  ],
  'harness/protocols/scratch/testbed.ts': [
    [/FILL IN: where its contracts come from\./, 'Place the bank.'],
    [/ {2}\/\/ FILL .*\n {2}packages: \[\]/, '  packages: []'],
    [
      "import { defineTestbed } from '../testbed.ts'",
      "import { BASE } from '../../../tools/protocols/scratch/base.ts'\nimport type { Artifact } from '../../chain/artifacts.ts'\nimport { defineTestbed } from '../testbed.ts'\nimport bank from './bank.json' with { type: 'json' }",
    ],
    ['async deploy() {', 'async deploy({ chain, book, deployer }) {'],
    [/ {4}\/\/ FILL .*\n/, '    await chain.place(bank as Artifact, BASE.on(book).scratch, [], deployer)\n'],
  ],
  'tools/protocols/scratch/scratch-get-exchanged.ts': [
    [/FILL IN: one sentence\./g, 'Read what an account has exchanged.'],
    [
      /FILL IN: tell[^']*/,
      'answers how much ether the account has exchanged at the bank so far, in wei, whatever it has done since.',
    ],
    ['import { TokenSchema, Type } from', 'import { BaseUnitsSchema, Type } from'],
    ["import { resolveToken } from '../../core/tokens.ts'\n", ''],
    [
      "from '../../kit/chains.ts'\n",
      "from '../../kit/chains.ts'\nimport { scratchAbi } from './abi.ts'\nimport { BASE } from './base.ts'\n",
    ],
    [
      'Type.Object({ token: TokenSchema }, { additionalProperties: false })',
      'Type.Object({}, { additionalProperties: false })',
    ],
    ['Type.Object({ symbol: Type.String() })', 'Type.Object({ exchangedWei: BaseUnitsSchema })'],
    ["['UNKNOWN_TOKEN']", "['PROTOCOL_NOT_DEPLOYED']"],
    ['async read(params, ctx) {', 'async read(_params, ctx) {'],
    [
      /const token = [\s\S]*?symbol: token\.symbol \}/,
      `const exchanged = await ctx.chain.readContract({
      address: BASE.on(ctx.book).scratch,
      abi: scratchAbi,
      functionName: 'exchangedBy',
      args: [ctx.account],
    })
    return { exchangedWei: exchanged.toString() }`,
    ],
  ],
  'tools/protocols/scratch/scratch-get-exchanged.cases.ts': [
    ['import { defineCases }', 'import { at, defineCases, onChain }'],
    [/ {2}\/\/ FILL .*\n/g, ''],
    ['refuses: []', "refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }]"],
    [
      'serves: []',
      `serves: [
    {
      before: [{ tool: 'scratch_exchange_ether', params: { amountBaseUnits: '7' } }],
      expect: {
        exchangedWei: onChain(at('scratch'), 'function exchangedBy(address) view returns (uint256)', [at('account')]),
      },
    },
  ]`,
    ],
  ],
  'tools/protocols/scratch/scratch-exchange-ether.ts': [
    [/FILL IN: one sentence\./g, 'Exchange ether for WETH at the bank.'],
    [
      /FILL IN: tell[^']*/,
      'pays ether of the account into the bank, which pays the same amount of WETH back at once.',
    ],
    [
      "import { ToolError } from '../../core/errors.ts'",
      "import { encodeFunctionData } from 'viem'\nimport { NATIVE_TOKEN } from '../../core/address-book.ts'\nimport { ToolError } from '../../core/errors.ts'",
    ],
    [
      "from '../../kit/chains.ts'\n",
      "from '../../kit/chains.ts'\nimport { scratchAbi } from './abi.ts'\nimport { BASE } from './base.ts'\n",
    ],
    ['movedBaseUnits: BaseUnitsSchema', 'exchangedBaseUnits: BaseUnitsSchema'],
    ["['ZERO_AMOUNT']", "['ZERO_AMOUNT', 'PROTOCOL_NOT_DEPLOYED']"],
    [
      /\/\/ FILL [\s\S]*?planTransaction\(\[\], \{ assets: \[\] \}\)/,
      `const amount = BigInt(params.amountBaseUnits)
    const [{ scratch }, { wrappedNative }] = [BASE.on(ctx.book), ctx.book]
    if (wrappedNative === undefined) throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: 'weth', chainId: 1 })
    const data = encodeFunctionData({ abi: scratchAbi, functionName: 'exchange' })
    return planTransaction([{ to: scratch, valueWei: amount, data }], {
      assets: [
        { token: NATIVE_TOKEN, account: ctx.account, deltaBaseUnits: -amount },
        { token: wrappedNative, account: ctx.account, deltaBaseUnits: amount },
      ],
    })`,
    ],
    [
      /settle\(\{ params, receipt, account \}\) \{\n/,
      `settle({ receipt, account }) {
    const [paid, ...others] = readTransferDeltas(receipt, account)
    const exchanged = paid?.deltaBaseUnits ?? 0n
    const native = { token: NATIVE_TOKEN, account, deltaBaseUnits: -exchanged }
    const assets = paid ? [native, paid, ...others] : []
`,
    ],
    ['movedBaseUnits: params.amountBaseUnits', 'exchangedBaseUnits: exchanged.toString()'],
    ['assets: readTransferDeltas(receipt, account)', 'assets'],
  ],
  'tools/protocols/scratch/scratch-exchange-ether.cases.ts': [
    [/ {2}\/\/ FILL .*\n/g, ''],
    ['refuses: []', "refuses: [{ params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' }]"],
    [
      'serves: []',
      "serves: [{ params: { amountBaseUnits: '12345' }, expect: { exchangedBaseUnits: '12345' } }]",
    ],
  ],
  'tools/protocols/scratch/scratch-exchange.action.ts': [
    [/FILL IN: one sentence\./g, 'Exchange ether for WETH at the bank.'],
  ],
}

/** The contract of the bank. */
export const BANK = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

interface IWeth {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
}

contract Bank {
    event Exchanged(address indexed account, uint256 amount);

    IWeth private constant WETH = IWeth(0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2);
    mapping(address => uint256) public exchangedBy;

    function exchange() external payable {
        exchangedBy[msg.sender] += msg.value;
        WETH.deposit{value: msg.value}();
        require(WETH.transfer(msg.sender, msg.value));
        emit Exchanged(msg.sender, msg.value);
    }
}
`

/** What its cage allows, and what it forbids. */
export const SCENARIO = `name: the bank exchanges ether of the account
profile: full
steps:
  - preview: { kind: scratch-exchange, amount: 0.01 ETH }
    as: permit
    expect: { allowed: true }
  - commit: \${permit}
    expect: { committed: true, observed: { ETH: -0.01 ETH, WETH: 0.01 WETH } }
  - query: { tool: scratch_get_exchanged }
    expect: { allowed: true }
  - phase: terminal
  - act: { kind: scratch-exchange, amount: 0.01 ETH }
    expect: { denied: { layer: phase, code: PHASE_FORBIDS_CLASS } }
`
