import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type Hex, numberToHex, type TransactionReceipt } from 'viem'
import { startAnvil } from '../../harness/chain/anvil.ts'
import { findBinary } from '../../harness/chain/binaries.ts'
import { withFirewall } from '../../harness/chain/firewall.ts'
import { startFork } from '../../harness/chain/fork.ts'
import { createRunDirectory } from '../../harness/chain/process-ledger.ts'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { createHarnessClock } from '../../harness/stage/clock.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { buildOrigin } from '../../harness/world/origin.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { type AssayEvent, createEventBus } from '../../tools/core/events.ts'
import type { Call, TransactionPlan } from '../../tools/core/plan.ts'
import type { RunnerDeps } from '../../tools/core/runner.ts'
import type { SafetyView } from '../../tools/core/safety-view.ts'
import { createProtocolPorts } from '../../tools/runtime/protocol-ports.ts'

const GAS = numberToHex(5_000_000)

/** A call as any account of the fork. */
type Sent = Partial<Call> & { readonly from: Address; readonly gasPriceWei?: bigint }

/** Start a fork of the embedded origin on which the trader's plain account acts, and everything a tool is given. */
export async function startBasicFork() {
  const stateDir = join(tmpdir(), 'assay-basic-tools')
  mkdirSync(stateDir, { recursive: true })
  const binary = findBinary('anvil')
  const origin = await buildOrigin({ stateDir, anvilBinary: binary })
  const directory = createRunDirectory(stateDir)
  const loadState = join(directory.path, 'origin.json')
  writeFileSync(loadState, origin.dump)
  const chainId = origin.book.chainId
  const upstream = await startAnvil({
    binary,
    directory: directory.path,
    name: 'origin',
    parameters: { loadState, chainId, noMining: true, accounts: 1 },
  })
  const fork = await startFork({
    binary,
    directory: directory.path,
    name: 'fork',
    upstreamUrl: upstream.url,
    forkBlockNumber: BigInt(origin.head.number),
    chainId,
    warmState: origin.dumpHex,
    prepare: async () => {},
    startTimestampSeconds: BigInt(origin.head.timestampSeconds) + 12n,
  })
  const connection = await fork.connect()
  const updates: string[] = []
  const events = createEventBus()
  events.subscribe((event: AssayEvent) => {
    if (event.kind === 'tool:update') updates.push(event.step_name)
  })
  const clock = createHarnessClock(
    Number(fork.headTimestampSeconds()) * 1_000 + 5_000,
    (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs)
      return () => clearTimeout(timer)
    },
  )
  const deps: RunnerDeps = {
    events,
    context: {
      chain: createChainReader(createReadClient(withFirewall(connection), chainId), chainId),
      book: origin.book,
      ...createProtocolPorts(origin.book),
      account: ACTORS.trader.address,
      operator: ACTORS.operator.address,
      clock,
      safety: createFakeSafety(clock.wallMs()),
    },
  }
  const send = async ({
    from,
    to,
    valueWei = 0n,
    data = '0x',
    gasPriceWei = 0n,
  }: Sent): Promise<TransactionReceipt> => {
    const transaction = {
      from,
      to,
      data,
      value: numberToHex(valueWei),
      gas: GAS,
      gasPrice: numberToHex(gasPriceWei),
    }
    const hash = await fork.rpc.request<Hex>('eth_sendTransaction', [transaction])
    await fork.mine()
    return deps.context.chain.getTransactionReceipt({ hash })
  }
  return {
    fork,
    deps,
    send,
    updates,
    roundTrips: () => connection.roundTrips,
    /** Send the calls of a plan one by one; the receipt holds the logs of all. */
    async execute(plan: TransactionPlan, from: Address = deps.context.account): Promise<TransactionReceipt> {
      const receipts: TransactionReceipt[] = []
      for (const call of plan.calls) receipts.push(await send({ from, ...call }))
      const last = receipts.at(-1) as TransactionReceipt
      const status = receipts.every((receipt) => receipt.status === 'success') ? 'success' : 'reverted'
      return { ...last, status, logs: receipts.flatMap((receipt) => receipt.logs) }
    },
    async stop() {
      await fork.stop()
      await upstream.stop()
      directory.remove()
    },
  }
}

/** What the tests' safety layer shows. */
function createFakeSafety(nowWallMs: number): SafetyView {
  const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
  const entries = [0, 1, 2].map((index) => ({
    index,
    kind: 'attempt',
    hash: hash(String(index + 1)),
    previousHash: hash(String(index)),
    body: `{"index":${index}}`,
  }))
  const permit = { tool: 'weth_wrap_eth', simulationHash: hash('a'), ttlSeconds: 60 }
  return {
    phase: () => ({ phase: 'thriving', epoch: 1, sinceWallMs: nowWallMs - 10_000 }),
    haltedSince: () => undefined,
    spending: () => ({
      perTransactionUsdc: 1_000_000_000n,
      perDayUsdc: 5_000_000_000n,
      hotLaneUsdc: 800_000_000n,
      spentInWindowUsdc: 4_500_000_000n,
      reservedUsdc: 100_000_000n,
      unguardedUsdc: 300_000_000n,
    }),
    liveAllowances: async () => ({ totalUsdc: 150_000_000n, unguardedUsdc: 50_000_000n }),
    permits: () => [
      { ...permit, permitId: 'open', state: 'pending', issuedAtWallMs: nowWallMs - 20_000 },
      { ...permit, permitId: 'late', state: 'pending', issuedAtWallMs: nowWallMs - 60_000 },
      { ...permit, permitId: 'used', state: 'committed', issuedAtWallMs: nowWallMs - 30_000 },
    ],
    audit: (fromIndex, limit) => entries.slice(fromIndex, fromIndex + limit),
    verifyAudit: () => ({ ok: false, entries: 3, problem: 'entry 2 was edited' }),
    allowlist: (address) => {
      const isKnown = address.toLowerCase() === ACTORS.recipient.address.toLowerCase()
      return { isTarget: false, isSpender: false, isAsset: false, isRecipient: isKnown, selectors: [] }
    },
  }
}
