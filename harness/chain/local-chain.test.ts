import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import { startLocalChain } from './local-chain.ts'
import { listRemains, recordProcess } from './process-ledger.ts'

let chain: OpenChain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain?.close())

async function ask(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: unknown }).result
}

test('default: a chain of nothing, which leaves nothing', async () => {
  const local = await startLocalChain({ ...chain, name: 'empty' }, { chainId: 77 })
  expect(local).toMatchObject({ chainId: 77, blockNumber: 0n })
  expect(await ask(local.url, 'eth_chainId')).toBe('0x4d')
  expect(await local.stop()).toEqual([])
  await expect(ask(local.url, 'eth_chainId')).rejects.toThrow('fetch failed')
})

test('behavior: a fork has what the other chain has, and changes nothing of it', async () => {
  const { upstream } = chain
  const [holder] = await upstream.rpc.request<string[]>('eth_accounts')
  const held = await upstream.rpc.request('eth_getBalance', [holder, 'latest'])
  const fork = { url: upstream.url, blockNumber: 3n }
  const local = await startLocalChain({ ...chain, name: 'forked' }, { chainId: 31_337, fork })
  expect(local.blockNumber).toBe(3n)
  expect(await ask(local.url, 'eth_getBalance', [holder, 'latest'])).toBe(held)
  await ask(local.url, 'anvil_setBalance', [holder, '0x1'])
  expect(await upstream.rpc.request('eth_getBalance', [holder, 'latest'])).toBe(held)
  expect(await local.stop()).toEqual([])
})

test('behavior: what is left of a process is told', () => {
  const self = { pid: process.pid, ipcPath: chain.upstream.ipcPath }
  const forget = recordProcess(chain.directory, self)
  expect(listRemains(chain.directory, self)).toEqual(['process', 'socket', 'ledger entry'])
  forget()
  expect(listRemains(chain.directory, self)).toEqual(['process', 'socket'])
})
