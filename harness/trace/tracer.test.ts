import {
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import { createReadClient } from '../chain/viem-client.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { describeFrame, type RawFrame } from './describe-frame.ts'
import { indexInterfaces } from './interface-index.ts'
import { nameAddresses } from './name-addresses.ts'
import { createTracer } from './tracer.ts'

const SENDER = ACTORS.recipient.address
const KEEPER = '0x1000000000000000000000000000000000000001'
const PERMIT: Hex = `0x${'ab'.repeat(32)}`

/** Reverts where something is stored already; stores the data otherwise. */
const KEEPER_CODE: Hex = '0x5f54156009575f5ffd5b5f355f5500'

const describing = () => ({
  index: indexInterfaces(EMBEDDED_BOOK),
  names: nameAddresses(EMBEDDED_BOOK, { keeper: KEEPER }),
  ...putProtocolsOn(DEV_REGISTRY.protocols, EMBEDDED_BOOK),
})

let chain: OpenChain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain?.close())

/** Simulate a call and send it, then mine more blocks than a node keeps that prunes them; answers the traces. */
async function traceOn(keepsHistory: boolean) {
  const fork = await chain.fork({ keepsHistory })
  const agentRpc = await fork.connect()
  const tracer = createTracer(
    { rpc: fork.rpc, agentRpc, headSeconds: fork.headTimestampSeconds },
    describing(),
  )
  await fork.rpc.request('anvil_setCode', [KEEPER, KEEPER_CODE])
  await fork.rpc.request('anvil_setBalance', [SENDER, '0xde0b6b3a7640000'])
  const reader = createChainReader(createReadClient(agentRpc, 31_337), 31_337)
  const query = { balances: [], allowances: [], codeHashes: [], feeds: [] }
  await fork.mine()
  await reader.simulate([{ from: SENDER, to: KEEPER, valueWei: 0n, data: PERMIT }], query)
  await reader.readState(query)
  const hash = await fork.rpc.request<Hex>('eth_sendTransaction', [
    { from: SENDER, to: KEEPER, data: PERMIT },
  ])
  for (let block = 0; block < 20; block += 1) await fork.mine()
  const judged = [{ permitId: PERMIT, plan: { calls: [] } }]
  const traces = await tracer.take({ judged: [...judged, ...judged], sent: [hash, hash] })
  const after = await tracer.take({ judged, sent: [] })
  return { hash, traces, after }
}

test('default: what was simulated is played on the state of that time, what was mined as it was', async () => {
  const { hash, traces, after } = await traceOn(true)
  // On the state of now it would revert.
  expect(traces).toMatchObject([
    { of: 'simulated', subject: PERMIT, root: { type: 'CALL', target: KEEPER, data: PERMIT } },
    { of: 'mined', subject: hash, root: { type: 'CALL', from: SENDER, target: KEEPER } },
  ])
  expect(traces.map(({ root }) => root.error)).toEqual([undefined, undefined])
  expect(traces[0]?.root.gasUsed).toBe(traces[1]?.root.gasUsed)
  // Each step has its own.
  expect(after).toEqual([])
})

test('behavior: where blocks are not kept there is nothing to trace', async () => {
  expect((await traceOn(false)).traces).toEqual([])
})

test('behavior: what is in no block has no trace, and the node is not asked for one', async () => {
  const fork = await chain.fork({ keepsHistory: true })
  const { rpc } = fork
  const tracer = createTracer({ rpc, agentRpc: {}, headSeconds: fork.headTimestampSeconds }, describing())
  const asked: string[] = []
  const end = rpc.onRequest?.((method) => asked.push(method))
  expect(await tracer.take({ judged: [], sent: [PERMIT] })).toEqual([])
  end?.()
  expect(asked).not.toContain('debug_traceTransaction')
})

test('behavior: a plan whose transaction tells no permit is found by its calls, what is mined later when it is', async () => {
  const fork = await chain.fork({ keepsHistory: true })
  const agentRpc = await fork.connect()
  const headSeconds = fork.headTimestampSeconds
  const tracer = createTracer({ rpc: fork.rpc, agentRpc, headSeconds }, describing())
  await fork.rpc.request('anvil_setBalance', [SENDER, '0xde0b6b3a7640000'])
  const reader = createChainReader(createReadClient(agentRpc, 31_337), 31_337)
  const query = { balances: [], allowances: [], codeHashes: [], feeds: [] }
  await reader.simulate([{ from: SENDER, to: KEEPER, valueWei: 0n, data: '0x12345678' }], query)
  const hash = await fork.rpc.request<Hex>('eth_sendTransaction', [{ from: SENDER, to: KEEPER }])
  const of = (...calls: { data: Hex }[]) => [{ permitId: PERMIT, plan: { calls } }]
  expect(await tracer.take({ judged: of({ data: '0x12345678' }), sent: [hash] })).toMatchObject([
    { of: 'simulated', subject: PERMIT, root: { target: KEEPER, selector: '0x12345678' } },
  ])
  await reader.simulate([{ from: SENDER, to: KEEPER, valueWei: 0n, data: '0x12345678' }], query)
  await fork.mine()
  const other = of({ data: '0x12345678' }, { data: '0x87654321' })
  expect(await tracer.take({ judged: other, sent: [] })).toMatchObject([{ of: 'mined', subject: hash }])
  expect(await tracer.take({ judged: of(), sent: [] })).toEqual([])
})

const frame: RawFrame = { type: 'CALL', from: SENDER, to: KEEPER, gasUsed: '0x10', input: '0x' }

test('behavior: frames are decoded at every depth, with their logs, value and why they reverted', () => {
  const [usdc] = EMBEDDED_BOOK.tokens
  const token = usdc?.address as Hex
  const abi = parseAbi(['error Error(string)'])
  const raw: RawFrame = {
    ...frame,
    value: '0x7',
    calls: [
      {
        ...frame,
        type: 'DELEGATECALL',
        // That of the call around it.
        value: '0x7',
        to: token,
        input: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SENDER, 5n] }),
        error: 'execution reverted',
        output: encodeErrorResult({ abi, errorName: 'Error', args: ['too little'] }),
        logs: [{ address: token, topics: [PERMIT], data: '0x12' }],
      },
      { ...frame, type: 'CREATE2', input: '0x6000', output: '0x6001' },
      { ...frame, output: `0x${'11'.repeat(200)}` },
      { ...frame, output: `0x${'22'.repeat(32)}` },
    ],
  }
  const context = describing()
  const { calls = [], ...own } = describeFrame(raw, context)
  expect(own).toEqual({ type: 'CALL', from: SENDER, target: KEEPER, valueWei: '7', gasUsed: '16' })
  expect(calls[0]).toMatchObject({ type: 'DELEGATECALL', function: 'transfer' })
  expect(calls[0]).not.toHaveProperty('valueWei')
  expect(calls[0]?.error).toMatch(/^execution reverted: .*too little/)
  expect(calls[0]?.logs).toEqual([{ emitter: token, topics: [PERMIT], data: '0x12' }])
  // The code that is deployed says nothing to people.
  expect(calls[1]).toEqual({ type: 'CREATE2', from: SENDER, target: KEEPER, gasUsed: '16' })
  expect(calls.slice(2).map(({ output }) => output)).toEqual([undefined, `0x${'22'.repeat(32)}`])
  expect(context.names.listMet()).toMatchObject({ [KEEPER]: 'keeper', [SENDER]: 'recipient' })
})

test('behavior: what came back is decoded where the interfaces know it', () => {
  const token = EMBEDDED_BOOK.tokens[0]
  const feed = EMBEDDED_BOOK.tokens.find((each) => each.feed)?.feed
  const to = token?.address as Hex
  const balanceOf = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [SENDER] })
  const rounds = parseAbi([
    'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  ])
  const round = {
    abi: rounds,
    functionName: 'latestRoundData',
    result: [1n, 300_000_000_000n, 5n, 6n, 1n],
  } as const
  const read = (input: Hex, output: Hex, more: Partial<RawFrame> = {}) =>
    describeFrame({ ...frame, to, input, output, ...more }, describing())
  const balance = read(balanceOf, numberToHex(7n, { size: 32 }))
  expect(balance).not.toHaveProperty('output')
  const units = { '': { symbol: token?.symbol, decimals: token?.decimals } }
  expect(balance.returned).toEqual([{ name: '', type: 'uint256', value: '7', units }])
  const answer = read(encodeFunctionData({ abi: rounds }), encodeFunctionResult(round), {
    to: feed?.address as Hex,
  })
  expect(answer.returned?.map(({ name, value }) => [name, value])).toEqual([
    ['roundId', '1'],
    ['answer', '300000000000'],
    ['startedAt', '5'],
    ['updatedAt', '6'],
    ['answeredInRound', '1'],
  ])
  expect(answer.returned?.[1]?.units).toEqual({ '': { symbol: 'USD', decimals: feed?.decimals } })
  expect(answer.returned?.[0]).not.toHaveProperty('units')
  // Bytes that are not what the interface promises, or that are an error, stay bytes.
  expect(read(balanceOf, '0x12')).toMatchObject({ output: '0x12' })
  expect(read(balanceOf, '0x12', { error: 'execution reverted' })).toMatchObject({ output: '0x12' })
  expect(read(balanceOf, '0x12')).not.toHaveProperty('returned')
})
