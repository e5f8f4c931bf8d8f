import { type Hex, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OpenChain, openChain, START_SECONDS } from '../../test/chain/open-chain.ts'
import { createFetchedSlots } from './fetched-slots.ts'
import type { Fork } from './fork.ts'
import { createRpcEndpoint } from './rpc-endpoint.ts'
import { startUpstreamProxy } from './upstream-proxy.ts'

/** The first account of anvil's well-known mnemonic. */
const SENDER = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const RECIPIENT = '0x00000000000000000000000000000000000000bb'
const STRANGER = '0x00000000000000000000000000000000000000aa'

let chain: OpenChain
let fork: Fork

beforeAll(async () => {
  chain = await openChain()
  fork = await chain.fork()
})
afterEach(() => fork.reset())
afterAll(() => chain?.close())

const sign = (
  fields: { nonce?: number; value?: bigint; gas?: bigint; chainId?: number; feeWei?: bigint } = {},
) =>
  SENDER.signTransaction({
    type: 'eip1559',
    chainId: fields.chainId ?? 31_337,
    nonce: fields.nonce ?? 0,
    gas: fields.gas ?? 21_000n,
    maxFeePerGas: fields.feeWei ?? 1_000_000_000n,
    maxPriorityFeePerGas: fields.feeWei ?? 1_000_000_000n,
    to: RECIPIENT,
    value: fields.value ?? 1n,
  })

const head = (of: Fork, tag = 'latest') =>
  of.rpc.request<{ hash: Hex; number: Hex; timestamp: Hex; baseFeePerGas: Hex; transactions: Hex[] }>(
    'eth_getBlockByNumber',
    [tag, false],
  )

/** Signed and impersonated transactions, a time jump and a base fee, ending in a block hash. */
async function play(on: Fork): Promise<Hex> {
  await on.sendRawAndMine(await sign({ value: 5n }))
  on.setBaseFeeWei(7n)
  await on.advance(86_400n)
  await on.rpc.request('anvil_setBalance', [STRANGER, numberToHex(10n ** 18n)])
  const gas = numberToHex(21_000)
  await on.rpc.request('eth_sendTransaction', [
    { from: STRANGER, to: RECIPIENT, value: '0x3', gas, gasPrice: '0x9' },
  ])
  await on.mine()
  return (await head(on)).hash
}

test('behavior: two that start together are two, whatever the machine is busy with', async () => {
  const forks = await Promise.all([chain.fork(), chain.fork()])
  const [first, second] = forks
  try {
    expect(first.ipcPath).not.toBe(second.ipcPath)
    await first.mine()
    expect(first.headTimestampSeconds()).toBe(second.headTimestampSeconds() + 1n)
    await second.checkLeaks()
  } finally {
    await Promise.all(forks.map((other) => other.stop()))
  }
})

test('default', async () => {
  const block = await head(fork)
  expect(BigInt(block.timestamp)).toBe(START_SECONDS)
  const receipt = await fork.sendRawAndMine(await sign({ value: 5n }))
  expect(receipt.status).toBe('0x1')
  expect(await fork.rpc.request('eth_getBalance', [RECIPIENT, 'latest'])).toBe('0x5')
  await fork.reset()
  expect(await head(fork)).toEqual(block)
  expect(await fork.rpc.request('eth_getBalance', [RECIPIENT, 'latest'])).toBe('0x0')
})

test('behavior: what it asked its upstream for is kept, until it is cooled', async () => {
  const learned = createFetchedSlots(3n)
  let asked = 0
  const proxy = await startUpstreamProxy(createRpcEndpoint(chain.upstream.url), {
    ...learned,
    note(request, answer) {
      if ((request as { method: string }).method === 'eth_getStorageAt') asked += 1
      learned.note(request, answer)
    },
  })
  const cooled = await chain.fork({ upstreamUrl: proxy.url, fetched: learned })
  try {
    const before = await head(cooled)
    const asks = async () => {
      const since = asked
      await cooled.rpc.request('eth_getStorageAt', [STRANGER, '0x7', 'latest'])
      return asked - since
    }
    expect(await asks()).toBe(1)
    await cooled.reset()
    expect(await asks()).toBe(0)
    await cooled.reset()
    expect(await asks()).toBe(0)
    expect(await head(cooled)).toEqual(before)
    await cooled.reset()
    await cooled.cool()
    expect(await head(cooled)).toEqual(before)
    expect(await asks()).toBe(1)
    await cooled.reset()
    expect(await asks()).toBe(0)
  } finally {
    await cooled.stop()
    await proxy.stop()
  }
})

test('behavior: what preparing it changed of what it asked for stays as it was prepared', async () => {
  const learned = createFetchedSlots(3n)
  const proxy = await startUpstreamProxy(createRpcEndpoint(chain.upstream.url), learned)
  const slot = [STRANGER, numberToHex(7, { size: 32 })] as const
  const prepared = await chain.fork({
    upstreamUrl: proxy.url,
    fetched: learned,
    async prepare({ rpc }) {
      await rpc.request('eth_getStorageAt', [...slot, 'latest'])
      await rpc.request('eth_getBalance', [RECIPIENT, 'latest'])
      await rpc.request('anvil_setStorageAt', [...slot, numberToHex(5, { size: 32 })])
      await rpc.request('anvil_setBalance', [RECIPIENT, '0x5'])
    },
  })
  try {
    for (let reset = 0; reset < 2; reset += 1) {
      await prepared.reset()
      expect(BigInt(await prepared.rpc.request('eth_getStorageAt', [...slot, 'latest']))).toBe(5n)
      expect(await prepared.rpc.request('eth_getBalance', [RECIPIENT, 'latest'])).toBe('0x5')
    }
  } finally {
    await prepared.stop()
    await proxy.stop()
  }
})

test('error: ANVIL_EXITED once for a node that died, with everything that was asked of it', async () => {
  const dying = await chain.fork({ watch: () => [{ name: 'nothing', to: STRANGER, data: '0x' }] })
  process.kill(dying.pid, 'SIGKILL')
  await dying.exited
  await expect(dying.checkLeaks()).rejects.toMatchObject({ code: 'ANVIL_EXITED' })
  await dying.stop()
})

test('error: FORK_LEAK where a watched call answers something else', async () => {
  // PUSH0 SLOAD PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
  const code = '0x5f545f5260205ff3'
  const slot = numberToHex(0, { size: 32 })
  const watching = await chain.fork({
    fetched: {
      fetched: [['anvil_setStorageAt', [STRANGER, slot, numberToHex(6, { size: 32 })]]],
      dropSince: () => undefined,
    },
    async prepare({ rpc }) {
      await rpc.request('anvil_setCode', [STRANGER, code])
      await rpc.request('anvil_setStorageAt', [STRANGER, slot, numberToHex(5, { size: 32 })])
    },
    watch: () => [{ name: 'the slot', to: STRANGER, data: '0x' }],
  })
  try {
    await watching.checkLeaks()
    await expect(watching.reset()).rejects.toMatchObject({
      code: 'FORK_LEAK',
      details: { found: `the slot ${numberToHex(6, { size: 32 })}` },
    })
  } finally {
    await watching.stop()
  }
})

test('behavior: the same transactions give the same block hash after a reset and on another fork', async () => {
  const first = await play(fork)
  await fork.reset()
  // What happened before a reset has no influence, however much it was.
  for (let block = 0; block < 9; block += 1) await fork.mine()
  await fork.rpc.request('evm_increaseTime', [1_000_000])
  await fork.reset()
  expect(await play(fork)).toBe(first)
  const other = await chain.fork()
  expect(await play(other)).toBe(first)
  await other.reset()
  expect(await play(other)).toBe(first)
  await other.stop()
})

describe('reset repairs', () => {
  const leftovers: Record<string, () => Promise<unknown>> = {
    automine: () => fork.rpc.request('evm_setAutomine', [true]),
    'interval mining': () => fork.rpc.request('evm_setIntervalMining', [3_600]),
    coinbase: () => fork.rpc.request('anvil_setCoinbase', [STRANGER]),
    'gas limit': () => fork.rpc.request('evm_setBlockGasLimit', ['0x5208']),
    'next base fee': () => fork.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x77']),
    'base fee': async () => {
      fork.setBaseFeeWei(99n)
      await fork.mine()
    },
    'next timestamp': () => fork.setNextTimestamp(START_SECONDS + 1_000_000n),
    'timestamp interval': () => fork.rpc.request('anvil_setBlockTimestampInterval', [60]),
    'no timestamp interval': () => fork.rpc.request('anvil_removeBlockTimestampInterval'),
    'time offset': () => fork.rpc.request('evm_increaseTime', [86_400]),
    clock: () => fork.rpc.request('evm_setTime', [4_000_000_000]),
    'pending transaction': async () => fork.rpc.request('eth_sendRawTransaction', [await sign()]),
    'queued transaction': async () => fork.rpc.request('eth_sendRawTransaction', [await sign({ nonce: 4 })]),
    impersonation: () => fork.rpc.request('anvil_impersonateAccount', [STRANGER]),
    'no impersonation': () => fork.rpc.request('anvil_autoImpersonateAccount', [false]),
    'blocks and balances': async () => {
      await fork.sendRawAndMine(await sign())
      await fork.rpc.request('anvil_setBalance', [SENDER.address, '0x1'])
    },
    'own snapshots': async () => {
      const snapshot = await fork.rpc.request('evm_snapshot')
      await fork.mine()
      await fork.rpc.request('evm_snapshot')
      await fork.rpc.request('evm_revert', [snapshot])
    },
  }
  for (const [name, leave] of Object.entries(leftovers)) {
    test(`behavior: ${name}`, async () => {
      const expected = await play(fork)
      await fork.reset()
      const pending = await head(fork, 'pending')
      await leave()
      await fork.reset()
      expect(await head(fork, 'pending')).toEqual(pending)
      expect(await play(fork)).toBe(expected)
    })
  }
})

test('behavior: what is simulated after a reset has the base fee of the head, whatever was mined before', async () => {
  const simulated = async () => {
    const [block] = await fork.rpc.request<{ baseFeePerGas: Hex }[]>('eth_simulateV1', [
      { blockStateCalls: [{}] },
      'latest',
    ])
    return block?.baseFeePerGas
  }
  await fork.reset()
  fork.setBaseFeeWei(1_000_000_000n)
  await fork.mine()
  expect(await simulated()).toBe(numberToHex(1_000_000_000n))
  await fork.reset()
  expect([await simulated(), (await head(fork)).baseFeePerGas]).toEqual(['0x0', '0x0'])
})

test('behavior: the states of the last blocks can be read, however often the same blocks were mined before', async () => {
  const balanceAt = (number: bigint) =>
    fork.rpc.request<Hex>('eth_getBalance', [SENDER.address, numberToHex(number)])
  for (let round = 0; round < 8; round += 1) {
    await fork.reset()
    const first = BigInt((await head(fork)).number)
    const start = await balanceAt(first)
    for (let mined = 1n; mined <= 12n; mined += 1n) {
      await fork.mine()
      expect([await balanceAt(first), await balanceAt(first + mined - 1n)]).toEqual([start, start])
    }
  }
})

describe('error: FORK_LEAK', () => {
  test('error: FORK_LEAK names what differs when nobody reset', async () => {
    await fork.rpc.request('anvil_setCoinbase', [STRANGER])
    await fork.rpc.request('evm_setIntervalMining', [3_600])
    await fork.rpc.request('eth_sendRawTransaction', [await sign()])
    const failure = await fork.checkLeaks().catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'FORK_LEAK',
      details: {
        expected: `coinbase 0x00000000000000000000000000000000000000c0, pending 0x0, intervalMining null`,
        found: `coinbase ${STRANGER}, pending 0x1, intervalMining 3600`,
      },
    })
  })
  test('error: FORK_LEAK for what reset cannot repair', async () => {
    const spoilt: Record<string, (on: Fork) => Promise<unknown>> = {
      chainId: (on) => on.rpc.request('anvil_setChainId', [5]),
      snapshot: async (on) => expect(await on.rpc.request('evm_revert', ['0x1'])).toBe(true),
    }
    for (const [name, spoil] of Object.entries(spoilt)) {
      const other = await chain.fork()
      await spoil(other)
      await expect(other.reset()).rejects.toMatchObject({
        code: 'FORK_LEAK',
        details: { found: expect.stringContaining(name) },
      })
      await other.stop()
    }
  })
})

test('behavior: time jumps by the fork, not by evm_increaseTime', async () => {
  await fork.mine()
  expect(fork.headTimestampSeconds()).toBe(START_SECONDS + 1n)
  await fork.advance(86_400n)
  expect(BigInt((await head(fork)).timestamp)).toBe(START_SECONDS + 86_401n)
  await fork.setNextTimestamp(START_SECONDS + 100_000n)
  expect(BigInt((await head(fork, 'pending')).timestamp)).toBe(START_SECONDS + 100_000n)
  await fork.mine()
  await fork.rpc.request('evm_increaseTime', [86_400])
  expect(BigInt((await head(fork, 'pending')).timestamp)).toBe(START_SECONDS + 100_001n)
  await fork.mine()
  expect(BigInt((await head(fork)).timestamp)).toBe(START_SECONDS + 100_001n)
  await expect(fork.mine(START_SECONDS)).rejects.toMatchObject({ name: 'RpcError', code: -32_602 })
})

test('error: STEP_IMPOSSIBLE for more blocks than were mined since they are kept', async () => {
  await fork.mine()
  fork.keepBlocks()
  for (let block = 0; block < 2; block += 1) await fork.mine()
  const { hash } = await head(fork)
  await expect(fork.rollback(3)).rejects.toMatchObject({ code: 'STEP_IMPOSSIBLE', details: { found: '2' } })
  expect((await head(fork)).hash).toBe(hash)
  await fork.rollback(2)
  expect(fork.headTimestampSeconds()).toBe(START_SECONDS + 1n)
})

test('behavior: going back further takes away what was remembered later, whoever remembered it', async () => {
  fork.keepBlocks()
  const first = await fork.takeSnapshot()
  await fork.mine()
  const second = await fork.takeSnapshot()
  await fork.mark()
  expect(await fork.returnTo(first)).toBe(true)
  const { hash } = await head(fork)
  expect([await fork.returnTo(second), await fork.returnTo(first)]).toEqual([false, false])
  await expect(fork.returnToMark()).rejects.toMatchObject({ code: 'STEP_IMPOSSIBLE' })
  await fork.mine()
  await expect(fork.rollback(2)).rejects.toMatchObject({ code: 'STEP_IMPOSSIBLE', details: { found: '1' } })
  const third = await fork.takeSnapshot()
  await fork.rollback(1)
  expect(await fork.returnTo(third)).toBe(false)
  expect((await head(fork)).hash).toBe(hash)
  const last = await fork.takeSnapshot()
  await fork.reset()
  expect(await fork.returnTo(last)).toBe(false)
})

test('behavior: blocks mined past the fork are resynchronised', async () => {
  await fork.rpc.request('evm_mine')
  await fork.resync()
  expect(fork.headTimestampSeconds()).toBe(START_SECONDS + 1n)
})

test('behavior: a refused raw transaction says why', async () => {
  await fork.sendRawAndMine(await sign())
  const refused = async (transaction: Hex | Promise<Hex>) =>
    fork.sendRawAndMine(await transaction).then(
      () => 'accepted',
      (error: { code: number; message: string }) => `${error.code} ${error.message.split(': ')[1]}`,
    )
  expect(await refused(sign())).toBe('-32003 nonce too low')
  expect(await refused(sign({ nonce: 1, chainId: 1 }))).toBe('-32003 invalid chain id for signer')
  expect(await refused(sign({ nonce: 1, value: 10n ** 30n }))).toBe(
    '-32003 Insufficient funds for gas * price + value',
  )
  expect(await refused(sign({ nonce: 1, gas: 20_999n }))).toBe('-32000 intrinsic gas too low')
  expect(await refused('0x1234')).toBe('-32602 Failed to decode transaction')
  const unmined = await sign({ nonce: 1 })
  await fork.rpc.request('eth_sendRawTransaction', [unmined])
  expect(await refused(unmined)).toBe('-32003 transaction already imported')
  expect(await refused(sign({ nonce: 1, value: 2n }))).toBe('-32003 replacement transaction underpriced')
  const poor = privateKeyToAccount(generatePrivateKey())
  expect(
    await refused(
      poor.signTransaction({
        chainId: 31_337,
        nonce: 0,
        gas: 21_000n,
        gasPrice: 1n,
        to: RECIPIENT,
        value: 1n,
      }),
    ),
  ).toBe('-32003 Insufficient funds for gas * price + value')
})

test('error: RPC_ERROR for a nonce gap', async () => {
  await expect(fork.sendRawAndMine(await sign({ nonce: 3 }))).rejects.toMatchObject({ code: 'RPC_ERROR' })
})

test('behavior: another connection sees the same chain', async () => {
  const agent = await fork.connect()
  await fork.mine()
  expect(await agent.request('eth_blockNumber')).toBe((await head(fork)).number)
  expect(agent.roundTrips).toBe(1)
})

test('error: ANVIL_EXITED', async () => {
  const other = await chain.fork()
  process.kill(other.pid, 'SIGKILL')
  expect(await other.exited).toEqual({ exitCode: null, signal: 'SIGKILL' })
  await expect(other.reset()).rejects.toMatchObject({
    code: 'ANVIL_EXITED',
    details: { found: expect.stringContaining('signal SIGKILL') },
  })
  await other.stop()
})
