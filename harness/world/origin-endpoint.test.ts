import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Anvil } from '../chain/anvil.ts'
import { findBinary } from '../chain/binaries.ts'
import type { RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { STATE_DIR } from '../cli/paths.ts'
import { readGenesis } from './dump.ts'
import { buildOrigin, type OriginSnapshot } from './origin.ts'
import { createOriginEndpoint } from './origin-endpoint.ts'
import type { OriginBlock } from './origin-history.ts'
import { startOrigin } from './start-origin.ts'

const STRANGER = `0x${'c1'.repeat(20)}`
const UNKNOWN = `0x${'5e'.repeat(32)}`
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

const stateDir = mkdtempSync(join(tmpdir(), 'assay-endpoint-'))
let snapshot: OriginSnapshot
let node: Anvil
let endpoint: RpcEndpoint

beforeAll(async () => {
  const anvilBinary = findBinary('anvil')
  snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary })
  node = await startOrigin(snapshot, { stateDir, anvilBinary })
  const { book, head, genesis, history } = snapshot
  endpoint = createOriginEndpoint({
    chainId: book.chainId,
    headNumber: head.number,
    genesis,
    history,
  })
})
afterAll(async () => {
  await node?.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

const ask = async (method: string, params: readonly unknown[]) => {
  const { body } = await endpoint.post(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))
  return (JSON.parse(body) as { result: unknown }).result
}

/** Ask the origin at rest and a node that holds it. */
async function expectSame(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answered = await ask(method, params)
  expect(answered, `${method} ${JSON.stringify(params)}`).toEqual(await node.rpc.request(method, params))
  return answered
}

test('default: every account, every slot and one beside them, as a node answers', async () => {
  const head = numberToHex(snapshot.head.number)
  for (const [address, { storage = {} }] of Object.entries(readGenesis(snapshot.genesis))) {
    await expectSame('eth_getAccountInfo', [address, head])
    await expectSame('eth_getBalance', [address, head])
    await expectSame('eth_getTransactionCount', [address, head])
    await expectSame('eth_getCode', [address, head])
    for (const slot of [...Object.keys(storage), '0x7', UNKNOWN]) {
      await expectSame('eth_getStorageAt', [address, slot, head])
    }
  }
  await expectSame('eth_getAccountInfo', [STRANGER, head])
  await expectSame('eth_getStorageAt', [STRANGER, '0x0', head])
})

test('default: blocks, transactions, receipts and logs, as a node answers', async () => {
  const latest = snapshot.head.number
  const head = numberToHex(latest)
  for (const method of ['eth_chainId', 'eth_blockNumber', 'eth_gasPrice']) await expectSame(method)
  for (let number = 0; number <= latest + 1; number += 1) {
    const block = await expectSame('eth_getBlockByNumber', [numberToHex(number), true])
    await expectSame('eth_getBlockByNumber', [numberToHex(number), false])
    for (const { hash } of (block as OriginBlock | null)?.transactions ?? []) {
      await expectSame('eth_getTransactionByHash', [hash])
      await expectSame('eth_getTransactionReceipt', [hash])
    }
  }
  await expectSame('eth_getBlockByHash', [snapshot.head.hash, true])
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
    expect(await expectSame(method, [UNKNOWN])).toBeNull()
  }
  const all = (await expectSame('eth_getLogs', [{ fromBlock: '0x0', toBlock: head }])) as {
    address: string
    topics: string[]
  }[]
  expect(all.length).toBeGreaterThan(500)
  const { address } = all.find(({ topics }) => topics[0] === APPROVAL) as { address: string }
  const owner = all.find(({ topics }) => topics[0] === APPROVAL)?.topics[1]
  for (const filter of [
    { fromBlock: head, toBlock: head },
    { fromBlock: '0x20', toBlock: '0x40' },
    { blockHash: snapshot.head.hash },
    { fromBlock: '0x0', toBlock: head, address },
    { fromBlock: '0x0', toBlock: head, address: [address, STRANGER] },
    { fromBlock: '0x0', toBlock: head, topics: [APPROVAL] },
    { fromBlock: '0x0', toBlock: head, topics: [null, [owner, UNKNOWN]] },
    { fromBlock: '0x0', toBlock: head, topics: [APPROVAL, owner, null, UNKNOWN] },
  ]) {
    await expectSame('eth_getLogs', [filter])
  }
})

test('behavior: requests that come together are answered together', async () => {
  const asked = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ id, method, params: [] }))
  const { body } = await endpoint.post(JSON.stringify(asked))
  expect(JSON.parse(body)).toEqual([
    { jsonrpc: '2.0', id: 0, result: '0x7a69' },
    { jsonrpc: '2.0', id: 1, result: numberToHex(snapshot.head.number) },
  ])
})

test.each([
  ['eth_call', [{ to: STRANGER }, 'latest']],
  ['eth_getBalance', [STRANGER, '0x1']],
])('error: RPC_ERROR names what it cannot answer: %s', async (method, params) => {
  await expect(ask(method, params)).rejects.toMatchObject({
    code: 'RPC_ERROR',
    message: expect.stringContaining(method),
    details: { where: JSON.stringify(params) },
  })
})
