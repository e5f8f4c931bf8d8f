import { expect, test } from 'vitest'
import { withFirewall } from './firewall.ts'
import type { RpcClient } from './rpc-client.ts'

/** What the tested side needs of a production node. */
const NEEDED = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getLogs',
  'eth_getTransactionCount',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_feeHistory',
  'eth_simulateV1',
  'eth_sendRawTransaction',
  'net_version',
]

function createFake() {
  const sent: string[] = []
  const rpc: RpcClient = {
    request<T>(method: string) {
      sent.push(method)
      return Promise.resolve('answer' as T)
    },
    get roundTrips() {
      return sent.length
    },
    resetRoundTrips() {
      sent.length = 0
    },
    close() {},
  }
  return { rpc, sent }
}

test('default', async () => {
  const { rpc, sent } = createFake()
  const guarded = withFirewall(rpc)
  for (const method of NEEDED) expect(await guarded.request(method)).toBe('answer')
  expect(sent).toEqual(NEEDED)
  expect(guarded.roundTrips).toBe(NEEDED.length)
  guarded.resetRoundTrips()
  expect(rpc.roundTrips).toBe(0)
})

test('error: FirewallError', async () => {
  const { rpc, sent } = createFake()
  const guarded = withFirewall(rpc)
  const refused = [
    'anvil_setBalance',
    'evm_mine',
    'evm_revert',
    'hardhat_impersonateAccount',
    'debug_traceTransaction',
    'txpool_content',
    'eth_sendTransaction',
    'eth_sign',
    'eth_accounts',
    'personal_unlockAccount',
    'ETH_CALL',
    ' eth_call',
    'constructor',
    '__proto__',
    '',
  ]
  for (const method of refused) {
    await expect(guarded.request(method)).rejects.toMatchObject({
      name: 'FirewallError',
      code: -32_601,
      method,
    })
  }
  expect(sent).toEqual([])
})

/** Namespaces by which a node is controlled, or by which an account of its own signs. */
const CONTROL = [
  'anvil',
  'evm',
  'hardhat',
  'debug',
  'txpool',
  'personal',
  'admin',
  'miner',
  'clique',
  'engine',
  'ots',
  'trace',
  'erigon',
  'parity',
  'tenderly',
  'ganache',
  'wallet',
]

test('error: no namespace of control gets through in any spelling', async () => {
  const { rpc, sent } = createFake()
  const guarded = withFirewall(rpc)
  const spellings = CONTROL.flatMap((namespace) => {
    const method = `${namespace}_setBalance`
    return [
      method,
      method.toUpperCase(),
      `${method}\u0000`,
      `\u200b${method}`,
      `eth_call,${method}`,
      `eth_call\n${method}`,
      method.replace('a', '\u0430'),
      method.normalize('NFKD'),
    ]
  })
  const homoglyphs = [
    'eth_c\u0430ll',
    'eth\uff3fcall',
    'eth_call\u0000',
    'eth_call ',
    'Eth_call',
    'eth__call',
  ]
  for (const method of [...spellings, ...homoglyphs, 'toString', 'hasOwnProperty', 'has', 'size']) {
    await expect(guarded.request(method)).rejects.toMatchObject({ name: 'FirewallError', code: -32_601 })
  }
  expect(sent).toEqual([])
})

test('error: a batch, or anything else that is no text, is no method', async () => {
  const { rpc, sent } = createFake()
  const guarded = withFirewall(rpc)
  const batch = [{ method: 'eth_call' }, { method: 'anvil_setBalance' }]
  const disguised = { toString: () => 'eth_call', valueOf: () => 'eth_call' }
  for (const method of [
    batch,
    ['eth_call'],
    [['eth_call']],
    disguised,
    new String('eth_call'),
    null,
    undefined,
    0,
  ]) {
    await expect(guarded.request(method as string)).rejects.toMatchObject({ name: 'FirewallError' })
  }
  expect(sent).toEqual([])
})

test('behavior: another list', async () => {
  const guarded = withFirewall(createFake().rpc, new Set(['eth_chainId']))
  expect(await guarded.request('eth_chainId')).toBe('answer')
  await expect(guarded.request('eth_call')).rejects.toMatchObject({ name: 'FirewallError' })
})
