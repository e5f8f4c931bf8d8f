import { type Hex, keccak256, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openRoute, readNodes } from '../../bin/pi/chain-ports.ts'
import { keepFinal } from '../../bin/pi/keep-final.ts'
import { openProviderPool } from '../../bin/pi/provider-pool.ts'
import type { Environment } from '../../harness/stage/environment.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { forkOrigin } from '../fork-origin.ts'
import { type SpoiltNode, serveSpoiltNode } from './spoilt-node.ts'

let environment: Environment
let closers: (() => void)[] = []
let nowMs = 0
const clock = {
  wallMs: () => nowMs,
  tick: () => 0,
  setTimer: (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

beforeAll(async () => {
  environment = await forkOrigin()
})
afterEach(() => {
  for (const close of closers) close()
  closers = []
})
afterAll(() => environment?.stop())

async function serve(): Promise<SpoiltNode> {
  const node = await serveSpoiltNode(environment.fork.url)
  closers.push(node.close)
  return node
}

const chainId = () => environment.book.chainId
const openPool = (...nodes: readonly SpoiltNode[]) =>
  openProviderPool(
    nodes.map(({ url }) => url),
    chainId(),
    clock,
  )

describe('openProviderPool', () => {
  test('behavior: one node is asked; one that fails makes way for the next, and is asked last while it rests', async () => {
    const [first, second] = [await serve(), await serve()]
    const pool = await openPool(first, second)
    const [asked, others] = [first.asked, second.asked]
    await pool.request('eth_blockNumber')
    expect([first.asked - asked, second.asked - others]).toEqual([1, 0])
    first.spoil(() => undefined)
    await pool.request('eth_blockNumber')
    await pool.request('eth_blockNumber')
    expect([first.asked - asked, second.asked - others]).toEqual([2, 2])
    first.spoil((answer) => answer)
    nowMs += 1_000
    await pool.request('eth_blockNumber')
    expect([first.asked - asked, second.asked - others]).toEqual([3, 2])
  })

  test('behavior: a refusal stands; a node that is asked too often does not answer', async () => {
    const [first, second] = [await serve(), await serve()]
    const pool = await openPool(first, second)
    const others = second.asked
    const reverts = pool.request('eth_call', [
      { to: environment.book.tokens[1]?.address, data: '0x12345678' },
    ])
    await expect(reverts).rejects.toMatchObject({ code: 3 })
    await expect(pool.request('eth_noSuchMethod')).rejects.toMatchObject({ code: -32601 })
    expect(second.asked).toBe(others)
    first.spoil(() => '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"slow down"}}')
    expect(Number(await pool.request<Hex>('eth_chainId'))).toBe(chainId())
    expect(second.asked).toBe(others + 1)
  })

  test('behavior: what holds neither a result nor an error is no answer; null is one', async () => {
    const [first, second] = [await serve(), await serve()]
    const pool = await openPool(first, second)
    first.spoil(() => '{"jsonrpc":"2.0","id":1}')
    expect(Number(await pool.request<Hex>('eth_chainId'))).toBe(chainId())
    second.spoil(() => '{"jsonrpc":"2.0","id":1}')
    await expect(pool.request('eth_blockNumber')).rejects.toThrow(
      /answered eth_blockNumber with status 200 and no result/,
    )
    second.spoil(() => '{"jsonrpc":"2.0","id":1,"result":null}')
    expect(await pool.request('eth_getTransactionReceipt', [])).toBeNull()
  })

  test('behavior: what no node answered is asked again, and then fails with what was found', async () => {
    const node = await serve()
    const pool = await openPool(node)
    const asked = node.asked
    let left = 2
    node.spoil((answer) => (left-- > 0 ? 'Bad Gateway' : answer))
    expect(Number(await pool.request<Hex>('eth_chainId'))).toBe(chainId())
    expect(node.asked - asked).toBe(3)
    node.spoil(() => undefined)
    await expect(pool.request('eth_chainId')).rejects.toThrow('the RPC endpoint does not answer')
  })

  test('behavior: a node that refuses to say which chain it serves is one that fails', async () => {
    const [first, second] = [await serve(), await serve()]
    first.spoil(() => '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"this key has expired"}}')
    const pool = await openPool(first, second)
    expect(Number(await pool.request<Hex>('eth_chainId'))).toBe(chainId())
    await expect(openPool(first)).rejects.toThrow(/refused to say which chain it serves: error -32000$/)
  })

  test('error: no node answers, or one serves another chain', async () => {
    const [first, second] = [await serve(), await serve()]
    second.spoil(() => '{"jsonrpc":"2.0","id":1,"result":"0x2"}')
    await expect(openPool(first, second)).rejects.toThrow(/serves chain 2, the policy is for \d+$/)
    second.spoil(() => undefined)
    await openPool(first, second)
    await expect(openPool(second)).rejects.toThrow('the RPC endpoint does not answer')
  })

  test('behavior: a node that comes back with another chain is not believed', async () => {
    const [first, second] = [await serve(), await serve()]
    second.spoil(() => undefined)
    const pool = await openPool(first, second)
    first.spoil(() => undefined)
    second.spoil(() => '{"jsonrpc":"2.0","id":1,"result":"0x2"}')
    await expect(pool.request('eth_blockNumber')).rejects.toThrow(/does not answer|serves chain 2/)
  })
})

describe('openRoute', () => {
  test('behavior: a transaction whose answer was lost goes out again with the same bytes, once', async () => {
    const [first, second] = [await serve(), await serve()]
    const { broadcaster, chain } = await openRoute([first.url, second.url], chainId(), clock)
    const account = privateKeyToAccount(ACTORS.trader.privateKey)
    const nonce = await chain.getTransactionCount({ address: account.address })
    const signed = await account.signTransaction({
      ...{ chainId: chainId(), nonce, gas: 21_000n, to: ACTORS.lp.address, value: parseEther('1') },
      ...{ type: 'eip1559', maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 0n },
    })
    first.spoil(() => undefined)
    expect(await broadcaster.send(signed)).toBe(keccak256(signed))
    await environment.oracleRpc.request('evm_mine')
    const receipt = await broadcaster.waitForReceipt(keccak256(signed))
    expect(receipt.status).toBe('success')
    expect(await chain.getTransactionCount({ address: account.address })).toBe(nonce + 1)
  })
})

test('readNodes: a list of URLs for each provider, none of both', () => {
  const read = (first: string, second?: string) => readNodes(first, second, [])
  expect(read('http://a:1/key  http://b')).toEqual([['http://a:1/key', 'http://b'], []])
  expect(read('http://a', 'http://b\nhttp://c')).toEqual([['http://a'], ['http://b', 'http://c']])
  expect(() => read('http://a/one http://b', 'https://c http://a/two')).toThrow(
    'BARDO_RPC_URL and BARDO_SECOND_RPC_URL both name a: expected nodes of two providers that share none',
  )
  // A provider that is asked for and is none would leave its place to the other one.
  expect(() => read(' ')).toThrow('BARDO_RPC_URL names no node: expected URLs')
  expect(() => read('http://a', ' \n')).toThrow('BARDO_SECOND_RPC_URL names no node: expected URLs')
})

test.each([
  ['https://rpc.example.com/k1', 'https://RPC.example.com./k2', 'rpc.example.com'],
  ['https://rpc.example.com/k1', 'http://rpc.example.com:443/k2', 'rpc.example.com'],
  ['http://localhost:8545', 'http://127.0.0.1:8545', 'localhost:8545'],
  ['http://127.0.0.1:8545', 'http://[::ffff:127.0.0.1]:8545', 'localhost:8545'],
  ['http://[::1]:8545', 'http://0x7f.1:8545', 'localhost:8545'],
  ['http://127.0.0.1:8545', 'http://192.168.0.7:8545', 'localhost:8545'],
  ['http://10.0.0.1:8545', 'http://012.1:8545', '10.0.0.1:8545'],
  ['http://10.0.0.1:8545', 'http://[::ffff:a00:1]:8545', '10.0.0.1:8545'],
])('readNodes: %s and %s are one node', (first, second, name) => {
  expect(() => readNodes(first, second, ['192.168.0.7'])).toThrow(`both name ${name}: expected nodes`)
})

test('readNodes: other ports of this machine are other nodes', () => {
  expect(readNodes('http://127.0.0.1:8545', 'http://localhost:8546', [])).toHaveLength(2)
})

describe('keepFinal', () => {
  let asked: string[]
  let head: number
  const toHex = (value: number): Hex => `0x${value.toString(16)}`
  const port = () =>
    keepFinal({
      async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
        asked.push(`${method} ${JSON.stringify(params)}`)
        const isHead = method === 'eth_blockNumber'
        const isLost = params[1] === '0x1'
        return (isHead ? toHex(head) : isLost ? null : `${asked.length}`) as T
      },
    })

  test('behavior: what is read at a final block is asked once; at the head, or near it, each time', async () => {
    asked = []
    head = 100
    const kept = port()
    const read = (block: Hex | 'latest') => kept.request('eth_getBalance', ['0x01', block])
    await kept.request('eth_blockNumber')
    expect(await read(toHex(88))).toBe(await read(toHex(88)))
    expect(await read(toHex(89))).not.toBe(await read(toHex(89)))
    expect(await read('latest')).not.toBe(await read('latest'))
    head = 101
    await kept.request('eth_blockNumber')
    expect(await read(toHex(89))).toBe(await read(toHex(89)))
    const logs = (fromBlock: Hex | 'latest', toBlock: Hex) =>
      kept.request('eth_getLogs', [{ fromBlock, toBlock }])
    expect(await logs('0x2', '0x9')).toBe(await logs('0x2', '0x9'))
    expect(await logs('latest', '0x9')).not.toBe(await logs('latest', '0x9'))
    await read('0x1')
    await read('0x1')
    expect(asked.filter((call) => call.includes('"0x1"'))).toHaveLength(2)
  })
})
