import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, encodeFunctionData, erc20Abi, getAddress, maxUint256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTORS } from '../../harness/world/actors.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from '../../harness/world/embedded-book.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import type { TransactionPlan } from '../../tools/core/plan.ts'
import { planWriteTool, runReadTool } from '../../tools/core/runner.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import type { ToolDef, WriteTool } from '../../tools/core/tool-def.ts'
import { permit2Abi } from '../../tools/protocols/permit2/abi.ts'
import { BASE as PERMIT2 } from '../../tools/protocols/permit2/base.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { startBasicFork } from './basic-fork.ts'

const FOLDERS = ['erc20', 'weth', 'permit2', 'chainlink', 'chain', 'safety-core', 'wallet']
const FILE = /^(data|safety|wallet|erc20|weth|permit2)-(?!check-recipient).*\.ts$/
const NOT_TOOLS = ['protocol.ts', 'abi.ts', 'decoder.ts']

const { trader, operator, recipient, owner } = ACTORS
const { tokens } = EMBEDDED_BOOK
const addressOf = (symbol: string): Address => {
  const token = tokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new Error(`no ${symbol}`)
  return token.address
}
const USDC = addressOf('USDC')
const WETH = addressOf('WETH')
const weth9 = EMBEDDED_BOOK.wrappedNative as Address
const permit2 = PERMIT2.on(EMBEDDED_BOOK).permit2
const router = UNISWAP_V3.on(EMBEDDED_BOOK).swapRouter
const feedOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.feed?.address as Address

let world: Awaited<ReturnType<typeof startBasicFork>>
const tools = new Map<string, ToolDef>()
const ran = new Map<string, number>()

beforeAll(async () => {
  world = await startBasicFork()
  const root = join(import.meta.dirname, '../../tools/protocols')
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(root, folder))) {
      if (!FILE.test(file) || NOT_TOOLS.includes(file)) continue
      const { TOOL_DEF } = (await import(join(root, folder, file))) as { TOOL_DEF?: ToolDef }
      if (TOOL_DEF) tools.set(TOOL_DEF.name, TOOL_DEF)
    }
  }
})
afterAll(async () => {
  await world?.stop()
})

const count = (name: string, before: number) => ran.set(name, world.roundTrips() - before)

// biome-ignore lint/suspicious/noExplicitAny: results are checked member by member
async function read(name: string, params: object = {}): Promise<any> {
  const tool = tools.get(name)
  if (tool?.capability !== 'read') throw new Error(`${name} is no read tool`)
  world.updates.length = 0
  const before = world.roundTrips()
  const data = await runReadTool(tool, params, world.deps)
  count(name, before)
  expect(world.updates).toEqual(tool.progressSteps)
  expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  return data
}

async function write(name: string, params: object, from: Address = trader.address) {
  const tool = tools.get(name) as WriteTool
  world.updates.length = 0
  const before = world.roundTrips()
  const plan = (await planWriteTool(tool, params, world.deps)) as TransactionPlan
  count(name, before)
  expect(world.updates).toEqual(tool.progressSteps)
  const watch = plan.expectation.assets.map(({ token, account }) => ({ token, account }))
  const readBalances = async () =>
    await world.deps.context.chain.readState({
      balances: watch,
      allowances: plan.expectation.allowances,
      codeHashes: [],
      feeds: [],
    })
  const stateBefore = await readBalances()
  const receipt = await world.execute(plan, from)
  const stateAfter = await readBalances()
  const settlement = tool.settle({ params: params as never, plan, receipt, account: from })
  expect(findSchemaProblems(tool.output, settlement.data)).toEqual([])
  const observed = watch.map((_, i) => (stateAfter.balances[i] ?? 0n) - (stateBefore.balances[i] ?? 0n))
  if (receipt.status === 'success') {
    expect(observed).toEqual(plan.expectation.assets.map((delta) => delta.deltaBaseUnits))
    expect(stateAfter.allowances).toEqual(plan.expectation.allowances.map((after) => after.valueBaseUnits))
    // Logs carry addresses in lower case.
    const assets = settlement.actualOutcome.assets.map((delta) => ({
      ...delta,
      token: getAddress(delta.token),
    }))
    expect(assets).toEqual(plan.expectation.assets)
    expect(settlement.actualOutcome.allowances).toEqual(plan.expectation.allowances)
  }
  return { plan, receipt, data: settlement.data as Record<string, unknown> }
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.code,
  )

describe('data', () => {
  test('data_get_token_info', async () => {
    expect(await read('data_get_token_info', { token: 'usdc' })).toMatchObject({
      token: USDC,
      decimals: 6,
      isListed: true,
      hasPriceFeed: true,
    })
    const native = await read('data_get_token_info', { token: 'ETH' })
    expect(native).toMatchObject({ token: NATIVE_TOKEN, totalSupplyBaseUnits: null })
    expect(await code(read('data_get_token_info', { token: 'USDX' }))).toBe('UNKNOWN_TOKEN')
    expect(await code(read('data_get_token_info', { token: trader.address }))).toBe('UNKNOWN_TOKEN')
  })

  test('data_search_tokens', async () => {
    const found = await read('data_search_tokens', { query: 'us' })
    expect(found.matches[0].symbol).toMatch(/^US/)
    expect((await read('data_search_tokens', { query: 'WETT' })).suggestion).toBe('WETH')
  })

  test('data_get_token_balance and data_get_token_balances', async () => {
    const usdc = await read('data_get_token_balance', { token: 'USDC' })
    const all = await read('data_get_token_balances')
    expect(ran.get('data_get_token_balances')).toBe(1)
    const row = all.balances.find((balance: { symbol: string }) => balance.symbol === 'USDC')
    expect(row).toMatchObject({ balanceBaseUnits: usdc.balanceBaseUnits, isPriceStale: false })
    expect(Number(row.valueUsd)).toBeCloseTo(Number(usdc.balanceBaseUnits) / 1e6, 2)
    expect(all.unpriced).toEqual(['NOPRICE'])
    expect(
      (await read('data_get_token_balances', { account: ACTORS.stranger.address })).balances,
    ).toHaveLength(1)
  })

  test('data_get_allowance', async () => {
    const found = await read('data_get_allowance', { token: 'USDC', spender: router })
    expect(found).toMatchObject({ isUnlimited: true, spenderLabel: 'uniswap-v3.swapRouter' })
  })

  test('data_get_token_price and data_get_oracle_price', async () => {
    expect(await read('data_get_token_price', { token: 'ETH' })).toMatchObject({
      priceUsd: '3000',
      ageSeconds: 12,
      isStale: false,
      isModelFeed: true,
    })
    expect(await read('data_get_oracle_price', { feed: feedOf('WBTC') })).toMatchObject({
      answer: '6000000000000',
      symbol: 'WBTC',
      decimals: 8,
      isStale: false,
    })
    expect(await code(read('data_get_token_price', { token: 'NOPRICE' }))).toBe('NO_PRICE')
    expect(await code(read('data_get_oracle_price', { feed: USDC }))).toBe('NOT_FOUND')
  })

  test('data_convert_amount', async () => {
    const human = await read('data_convert_amount', {
      token: 'WETH',
      amount: '1.5',
      unit: 'human',
      toToken: 'USDC',
    })
    expect(human).toMatchObject({
      from: { amountBaseUnits: '1500000000000000000' },
      valueUsd: '4500',
      to: { amountBaseUnits: '4500000000', amount: '4500' },
    })
    const usd = await read('data_convert_amount', { token: 'WBTC', amount: '90.5', unit: 'usd' })
    expect(usd.from.amountBaseUnits).toBe('150833')
    const base = await read('data_convert_amount', { token: 'NOPRICE', amount: '7', unit: 'base' })
    expect(base).toMatchObject({ from: { amount: '0.000000000000000007' }, valueUsd: null, to: null })
    const tooFine = read('data_convert_amount', { token: 'USDC', amount: '0.0000001', unit: 'human' })
    expect(await code(tooFine)).toBe('INVALID_PARAMS')
  })

  test('data_get_block, data_get_chain_status, data_list_supported_chains', async () => {
    const block = await read('data_get_block')
    expect(await read('data_get_block', { block: block.blockNumber })).toEqual(block)
    expect(await code(read('data_get_block', { block: '99999999' }))).toBe('NOT_FOUND')
    expect(await read('data_get_chain_status')).toMatchObject({
      isExpectedChain: true,
      blockHash: block.hash,
      headAgeSeconds: 5,
      isStale: false,
    })
    expect((await read('data_list_supported_chains')).chains).toContainEqual({
      chainId: 31337,
      name: 'local test chain',
      isConnected: true,
    })
  })

  test('data_get_gas_price and data_estimate_transaction_cost', async () => {
    world.fork.setBaseFeeWei(7_000_000_000n)
    await world.send({ from: trader.address, to: owner.address, valueWei: 1n, gasPriceWei: 9_000_000_000n })
    const gas = await read('data_get_gas_price')
    expect(gas.normal.priorityFeeWei).toBe('2000000000')
    expect(BigInt(gas.baseFeeWei)).toBeGreaterThan(6_000_000_000n)
    expect(BigInt(gas.normal.maxFeeWei)).toBe(2n * BigInt(gas.baseFeeWei) + 2_000_000_000n)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner.address, 1n] })
    const cost = await read('data_estimate_transaction_cost', { to: USDC, data })
    expect(Number(cost.gas)).toBeGreaterThan(21_000)
    expect(BigInt(cost.costWei)).toBe(BigInt(cost.gas) * (BigInt(gas.baseFeeWei) + 2_000_000_000n))
    expect(Number(cost.costUsd)).toBeCloseTo((Number(cost.costWei) / 1e18) * 3_000, 5)
    world.fork.setBaseFeeWei(0n)
    await world.fork.mine()
    const tooMuch = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [owner.address, maxUint256],
    })
    expect(await code(read('data_estimate_transaction_cost', { to: USDC, data: tooMuch }))).toBe(
      'SIMULATION_REVERTED',
    )
  })

  test('data_get_transaction and data_query_events', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner.address, 5n] })
    const receipt = await world.send({ from: trader.address, to: USDC, data })
    expect(await read('data_get_transaction', { hash: receipt.transactionHash })).toMatchObject({
      status: 'success',
      confirmations: 1,
      revertReason: null,
      logCount: 1,
    })
    const failed = await world.send({
      from: trader.address,
      to: weth9,
      data: encodeFunctionData({ abi: parseAbi(['function withdraw(uint256)']), args: [maxUint256] }),
    })
    expect((await read('data_get_transaction', { hash: failed.transactionHash })).status).toBe('reverted')
    expect(await code(read('data_get_transaction', { hash: `0x${'12'.repeat(32)}` }))).toBe('NOT_FOUND')
    const events = await read('data_query_events', {
      contract: USDC,
      event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
      filter: { to: owner.address },
      fromBlock: receipt.blockNumber.toString(),
    })
    expect(events.events).toHaveLength(1)
    expect(events.events[0].args).toEqual({ from: trader.address, to: owner.address, value: '5' })
    const wrong = { contract: USDC, event: 'event Transfer(address indexed from)', filter: { to: USDC } }
    expect(await code(read('data_query_events', wrong))).toBe('INVALID_PARAMS')
  })

  test('data_decode_transaction', async () => {
    const wrap = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
    expect(await read('data_decode_transaction', { to: weth9, data: wrap })).toMatchObject({
      functionName: 'deposit',
      protocol: 'weth',
      isCertain: true,
    })
    const bundleAbi = parseAbi(['function multicall(bytes[] data) payable'])
    const bundle = encodeFunctionData({ abi: bundleAbi, args: [[wrap, '0xdeadbeef']] })
    const found = await read('data_decode_transaction', { to: router, data: bundle })
    expect(found).toMatchObject({
      functionName: 'multicall',
      label: 'uniswap-v3.swapRouter',
      isCertain: true,
    })
    expect(found.inner.map((inner: { functionName: string | null }) => inner.functionName)).toEqual([
      'deposit',
      null,
    ])
    expect(await read('data_decode_transaction', { data: '0x' })).toMatchObject({
      functionName: 'native transfer',
    })
  })

  test('data_read_contract', async () => {
    const found = await read('data_read_contract', {
      contract: USDC,
      function: 'function balanceOf(address owner) view returns (uint256)',
      args: [owner.address],
    })
    expect(BigInt(found.result)).toBeGreaterThan(0n)
    const write = { contract: USDC, function: 'function transfer(address to, uint256 amount) returns (bool)' }
    expect(await code(read('data_read_contract', write))).toBe('INVALID_PARAMS')
    const missing = { contract: USDC, function: 'function nothing() view returns (uint256)' }
    expect(await code(read('data_read_contract', missing))).toBe('CHAIN_READ_FAILED')
    const few = { contract: USDC, function: 'function balanceOf(address) view returns (uint256)', args: [] }
    expect(await code(read('data_read_contract', few))).toBe('INVALID_PARAMS')
  })

  test('data_get_contract_info', async () => {
    expect(await read('data_get_contract_info', { address: permit2 })).toMatchObject({
      kind: 'contract',
      label: 'permit2',
    })
    expect(await read('data_get_contract_info', { address: trader.address })).toMatchObject({
      kind: 'eoa',
      codeHash: null,
    })
  })
})

describe('trading', () => {
  test('weth_wrap_eth and weth_unwrap_eth', async () => {
    expect((await write('weth_wrap_eth', { amountBaseUnits: '12345' })).data).toEqual({
      wrappedBaseUnits: '12345',
    })
    expect((await write('weth_unwrap_eth', { amountBaseUnits: '1234' })).data).toEqual({
      unwrappedBaseUnits: '1234',
    })
    expect(await code(write('weth_unwrap_eth', { amountBaseUnits: '0' }))).toBe('ZERO_AMOUNT')
  })

  test('erc20_approve_spender and safety_revoke_allowance', async () => {
    const params = { token: 'USDC', spender: permit2 }
    const first = await write('erc20_approve_spender', { ...params, amountBaseUnits: '1000' })
    expect(first.plan.calls).toHaveLength(1)
    const second = await write('erc20_approve_spender', { ...params, amountBaseUnits: '2000' })
    expect(second.plan.calls).toHaveLength(2)
    expect(second.data).toEqual({ allowanceBaseUnits: '2000' })
    expect((await write('safety_revoke_allowance', params)).data).toEqual({ allowanceBaseUnits: '0' })
    const amountBaseUnits = maxUint256.toString()
    expect(await code(write('erc20_approve_spender', { ...params, amountBaseUnits }))).toBe(
      'UNLIMITED_APPROVAL',
    )
  })

  test('permit2_approve_spender, data_get_permit2_allowance, safety_revoke_permit2_allowance', async () => {
    const pair = { token: 'USDC', spender: router }
    await write('erc20_approve_spender', { token: 'USDC', spender: permit2, amountBaseUnits: '600' })
    const params = { ...pair, amountBaseUnits: '777', ttlSeconds: 3_600 }
    const { data } = await write('permit2_approve_spender', params)
    expect(data.allowanceBaseUnits).toBe('777')
    expect(await read('data_get_permit2_allowance', pair)).toMatchObject({
      allowanceBaseUnits: '777',
      expirationSeconds: data.expirationSeconds,
      isExpired: false,
      tokenAllowanceBaseUnits: '600',
      usableBaseUnits: '600',
    })
    expect(ran.get('data_get_permit2_allowance')).toBe(1)
    const revoked = await write('safety_revoke_permit2_allowance', { pairs: [pair] })
    expect(revoked.data).toEqual({ revoked: [{ token: USDC, spender: router }] })
    expect((await read('data_get_permit2_allowance', pair)).allowanceBaseUnits).toBe('0')
  })

  test('permit2_build_permit, permit2_sign_permit: Permit2 accepts a signature over it', async () => {
    const params = { token: 'USDC', spender: router, amountBaseUnits: '4321', ttlSeconds: 600 }
    const { typedData, digest } = await read('permit2_build_permit', params)
    const before = world.roundTrips()
    const plan = await planWriteTool(tools.get('permit2_sign_permit') as WriteTool, params, world.deps)
    count('permit2_sign_permit', before)
    expect(plan).toMatchObject({
      kind: 'signature',
      typedData: { ...typedData, message: { spender: router } },
    })
    const signer = privateKeyToAccount(trader.privateKey)
    const signature = await signer.sign({ hash: digest })
    expect(await signer.signTypedData(typedData)).toBe(signature)
    const { details, spender, sigDeadline } = typedData.message
    const permit = {
      details: { ...details, amount: BigInt(details.amount) },
      spender,
      sigDeadline: BigInt(sigDeadline),
    }
    const data = encodeFunctionData({
      abi: permit2Abi,
      functionName: 'permit',
      args: [trader.address, permit, signature],
    })
    expect((await world.send({ from: router, to: permit2, data })).status).toBe('success')
    expect(
      await read('data_get_permit2_allowance', params.token ? { token: 'USDC', spender: router } : {}),
    ).toMatchObject({
      allowanceBaseUnits: '4321',
      nonce: 1,
    })
  })
})

describe('safety', () => {
  test('safety_check_status, safety_get_spending, safety_list_permits', async () => {
    const status = await read('safety_check_status')
    expect(status).toMatchObject({ phase: 'thriving', isHalted: false, phaseSinceSeconds: 10 })
    expect(status.openPermits.map((permit: { permitId: string }) => permit.permitId)).toEqual(['open'])
    expect(await read('safety_get_spending')).toMatchObject({
      liveAllowances: { usdc: '150' },
      unguarded: { usdc: '350' },
      remainingInWindow: { usdc: '250' },
      largestNextSpend: { usdc: '250' },
    })
    expect((await read('safety_list_permits', { state: 'committed' })).totalPermits).toBe(1)
  })

  test('safety_get_audit_entries and safety_verify_audit_log', async () => {
    const page = await read('safety_get_audit_entries', { limit: 2 })
    expect(page.nextIndex).toBe(2)
    expect((await read('safety_get_audit_entries', { fromIndex: 2 })).nextIndex).toBe(null)
    expect(await read('safety_verify_audit_log')).toEqual({
      isIntact: false,
      entries: 3,
      problem: 'entry 2 was edited',
    })
  })

  test('safety_check_allowlist', async () => {
    expect(await read('safety_check_allowlist', { subject: recipient.address })).toMatchObject({
      isRecipient: true,
      reasons: [],
    })
    const found = await read('safety_check_allowlist', { subject: 'USDC', selector: '0x095ea7b3' })
    expect(found).toMatchObject({ address: USDC, isSelectorAllowed: false })
    expect(found.reasons).toHaveLength(2)
  })

  test('safety_check_address', async () => {
    expect(await read('safety_check_address', { address: USDC })).toMatchObject({
      verdict: 'known',
      label: 'USDC',
    })
    const twin = getAddress(`${USDC.slice(0, 10)}${'1'.repeat(24)}${USDC.slice(-8)}`.toLowerCase())
    expect(await read('safety_check_address', { address: twin })).toMatchObject({
      verdict: 'suspicious',
      lookalike: { address: USDC, label: 'USDC' },
    })
    const swapped = trader.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    const wrong =
      swapped === trader.address ? trader.address.replace(/[A-F]/, (l) => l.toLowerCase()) : swapped
    expect(await read('safety_check_address', { address: wrong })).toMatchObject({ checksum: 'wrong' })
    expect(await read('safety_check_address', { address: recipient.address })).toMatchObject({
      isAllowlisted: true,
      verdict: 'known',
    })
  })

  test('safety_simulate_transaction', async () => {
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [owner.address, 250n],
    })
    const ok = await read('safety_simulate_transaction', {
      calls: [
        { to: USDC, data: transfer },
        { to: weth9, data: '0xd0e30db0', valueWei: '9' },
      ],
    })
    expect(ran.get('safety_simulate_transaction')).toBe(1)
    expect(ok.ok).toBe(true)
    expect(
      ok.assetChanges.map((change: { symbol: string; deltaBaseUnits: string }) => [
        change.symbol,
        change.deltaBaseUnits,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['ETH', '-9'],
        ['WETH', '9'],
        ['USDC', '-250'],
      ]),
    )
    const tooMuch = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [owner.address, maxUint256],
    })
    const bad = await read('safety_simulate_transaction', { calls: [{ to: USDC, data: tooMuch }] })
    expect(bad.ok).toBe(false)
    expect(bad.calls[0].revertReason).not.toBe(null)
    expect(bad.assetChanges).toEqual([])
  })

  test('safety_check_price_sanity', async () => {
    expect(await read('safety_check_price_sanity', { token: 'WETH' })).toMatchObject({
      verdict: 'sane',
      feedPriceUsd: '3000',
      pool: { quote: 'USDC' },
    })
    expect((await read('safety_check_price_sanity', { token: 'NOPRICE' })).verdict).toBe('suspicious')
    const setPrice = async (answer: bigint) =>
      world.send({
        from: trader.address,
        to: feedOf('WETH'),
        data: encodeFunctionData({
          abi: parseAbi(['function setAnswer(int256 answer, uint256 updatedAt)']),
          args: [answer, world.fork.headTimestampSeconds()],
        }),
      })
    await setPrice(3_100n * 10n ** 8n)
    const shifted = await read('safety_check_price_sanity', { token: 'WETH' })
    expect(shifted.verdict).toBe('suspicious')
    expect(shifted.feedToTwapBps).toBeGreaterThan(300)
    expect(shifted.feedToTwapBps).toBeLessThan(370)
    await setPrice(3_000n * 10n ** 8n)
  })

  test('safety_check_token', async () => {
    expect(await read('safety_check_token', { token: 'USDC' })).toMatchObject({
      verdict: 'pass',
      isTransferable: true,
      transferFeeBps: 0,
      isSellable: true,
    })
    expect((await read('safety_check_token', { token: UNPRICED_TOKEN.address })).verdict).toBe('pass')
  })

  test('safety_set_spending_limits, safety_clear_halt and safety_liquidate_holdings change the layer itself, without a call', async () => {
    const plan = async (name: string, params: object) => {
      const before = world.roundTrips()
      try {
        return await planWriteTool(tools.get(name) as WriteTool, params, world.deps)
      } finally {
        count(name, before)
      }
    }
    const limits = { perTransactionUsdc: '200', perDayUsdc: '300', hotLaneUsdc: '100' }
    expect(await plan('safety_set_spending_limits', limits)).toEqual({
      kind: 'owner',
      operation: 'set-spending-limits',
      params: limits,
    })
    expect(await code(plan('safety_clear_halt', {}))).toBe('HALT_NOT_LATCHED')
    expect(await code(plan('safety_liquidate_holdings', {}))).toBe('HALT_NOT_LATCHED')
  })
})

describe('wallet', () => {
  test('wallet_get_status', async () => {
    expect(await read('wallet_get_status')).toMatchObject({
      account: trader.address,
      operator: operator.address,
      accountKind: 'eoa',
      isOperatorSeparate: true,
      unconfirmedTransactions: 0,
    })
  })

  test('wallet_transfer_native', async () => {
    const { data } = await write('wallet_transfer_native', {
      recipient: recipient.address,
      amountBaseUnits: '1000',
    })
    expect(data).toEqual({ sentBaseUnits: '1000' })
    const own = write('wallet_transfer_native', { recipient: trader.address, amountBaseUnits: '1' })
    expect(await code(own)).toBe('INVALID_PARAMS')
    const reverted = await write('wallet_transfer_native', { recipient: USDC, amountBaseUnits: '1' })
    expect(reverted.receipt.status).toBe('reverted')
    expect(reverted.data).toEqual({ sentBaseUnits: '0' })
  })

  test('wallet_transfer_token', async () => {
    const params = { token: 'USDC', recipient: recipient.address, amountBaseUnits: '2500' }
    expect((await write('wallet_transfer_token', params)).data).toEqual({
      sentBaseUnits: '2500',
      receivedBaseUnits: '2500',
    })
    expect(await code(write('wallet_transfer_token', { ...params, recipient: USDC }))).toBe('INVALID_PARAMS')
    expect(await code(write('wallet_transfer_token', { ...params, token: 'ETH' }))).toBe('INVALID_PARAMS')
    expect(WETH).toBe(weth9)
  })
})

test('addresses need no checksum', async () => {
  const shout = (address: Address) => `0x${address.slice(2).toUpperCase()}`
  const spender = shout(router)
  await read('data_get_token_balance', { token: shout(USDC), account: shout(trader.address) })
  await read('data_get_token_balances', { account: shout(trader.address) })
  await read('data_get_allowance', { token: 'USDC', spender, owner: shout(trader.address) })
  await read('data_get_permit2_allowance', { token: 'USDC', spender, owner: shout(trader.address) })
  await read('data_get_oracle_price', { feed: shout(feedOf('WETH')) })
  await read('data_get_contract_info', { address: shout(permit2) })
  await read('data_decode_transaction', { to: shout(weth9), data: '0xd0e30db0' })
  await read('data_estimate_transaction_cost', { to: shout(weth9), data: '0xd0e30db0' })
  await read('safety_simulate_transaction', { calls: [{ to: shout(weth9), data: '0xd0e30db0' }] })
  await read('safety_check_address', { address: shout(USDC) })
  await write('safety_revoke_allowance', { token: 'USDC', spender })
  await write('wallet_transfer_token', {
    token: 'USDC',
    recipient: shout(recipient.address),
    amountBaseUnits: '1',
  })
})

test('every tool of the basic folders ran, with a fitting prompt snippet and few round trips', () => {
  expect([...tools.keys()].filter((name) => !ran.has(name))).toEqual([])
  for (const tool of tools.values()) {
    const words = tool.promptSnippet.split(/\s+/).length
    expect(words, `${tool.name} has ${words} words`).toBeGreaterThanOrEqual(15)
    expect(words, `${tool.name} has ${words} words`).toBeLessThanOrEqual(40)
  }
  expect(Math.max(...ran.values())).toBeLessThanOrEqual(4)
})
