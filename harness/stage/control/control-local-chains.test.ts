import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenEnvironment, openEnvironment } from '../../../test/safety/open-environment.ts'
import { MAINNET_TOKENS } from '../../world/mainnet-addresses.ts'

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

/** What a chain answers to the symbol of USDC. */
async function readSymbol(url: string): Promise<unknown> {
  const call = {
    to: MAINNET_TOKENS.USDC.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: unknown }).result
}

test('default: the origin has its tokens, an empty chain none, and what runs at the end of the session is stopped', async () => {
  const stage = await environment.open({ profile: 'dev' })
  const start = async (world: string) => {
    const { details } = await stage.agent.runTool('testnet_setup_local', { world })
    return (details as { readonly url: string }).url
  }
  const [origin, empty] = [await start('origin'), await start('empty')]
  expect(await readSymbol(origin)).toContain(Buffer.from('USDC').toString('hex'))
  expect(await readSymbol(empty)).toBe('0x')
  await stage.agent.runTool('testnet_stop_local', { chain: '1' })
  await expect(readSymbol(origin)).rejects.toThrow('fetch failed')
  await stage.close()
  await expect(readSymbol(empty)).rejects.toThrow('fetch failed')
})
