import { type Address, type Hex, hexToBigInt, numberToHex, type PublicClient, publicActions } from 'viem'
import { decodeAllowances, encodeAllowances } from './allowance-coding.ts'
import { assertReceipt } from './assert-receipt.ts'
import type {
  ChainLog,
  ChainReader,
  SimulatedCall,
  SimulatedCallResult,
  Simulation,
  SimulationEnvironment,
  StateQuery,
  StateReading,
} from './chain.ts'
import { createContractReads } from './contract-reads.ts'
import { decodeFunctionResult } from './decode-function-result.ts'
import { encodeFunctionData } from './encode-function-data.ts'
import { ToolError } from './errors.ts'
import { PROBE_RUNTIME_BYTECODE, probeAbi } from './generated/probe.ts'
import { joinReadings, splitStateQuery } from './split-state-query.ts'

/** Address of the probe: its code is put there by a state override, or was deployed there before. */
export const PROBE_ADDRESS: Address = '0xA55A000000000000000000000000000000000001'

/** Gas that a simulation may use in all; that of the probe comes on top of the calls'. */
const SIMULATION_GAS = numberToHex(30_000_000)

interface RawCallResult {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly logs: readonly ChainLog[]
}

/**
 * Create the read access to a chain over a viem client: the client's reads, and a simulation that carries a
 * probe contract with it, so that state around the calls comes back in the same request.
 */
export function createChainReader(
  client: PublicClient,
  chainId: number,
  options: {
    /** The probe is deployed at its address, so that its code need not travel with each request. */
    readonly isProbeDeployed?: boolean
  } = {},
): ChainReader {
  const stateOverrides = options.isProbeDeployed ? {} : { [PROBE_ADDRESS]: { code: PROBE_RUNTIME_BYTECODE } }
  const simulateRaw = async (
    calls: readonly object[],
    subject: string,
    environment: SimulationEnvironment = {},
    funded: Readonly<Record<Address, object>> = {},
    block: Hex | 'latest' = 'latest',
  ): Promise<readonly RawCallResult[]> => {
    const blocks = (await client.request({
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [
            {
              stateOverrides: { ...stateOverrides, ...funded, ...overrideAccounts(environment) },
              calls,
              blockOverrides: encodeBlock(environment),
            },
          ],
          // Without validation the base fee is 0, whatever is asked for.
          validation: environment.baseFeeWei !== undefined,
        },
        block,
      ],
    } as never)) as readonly { calls: readonly RawCallResult[] }[] | null
    const results = blocks?.[0]?.calls
    if (results === undefined || results.length !== calls.length) {
      throw new ToolError('CHAIN_READ_FAILED', {
        subject,
        reason: 'the node answered fewer calls than asked',
      })
    }
    return results
  }

  const readProbe = (raw: RawCallResult | undefined): StateReading => {
    const reading = decodeReading(raw as RawCallResult)
    if (reading.chainId !== chainId) {
      throw new ToolError('WRONG_CHAIN', { found: reading.chainId, expected: chainId })
    }
    return reading
  }

  const reads = pickReads(client)
  return {
    ...reads,
    chainId,
    async ask(calls) {
      const answers = await reads.readContract({
        address: PROBE_ADDRESS,
        abi: probeAbi,
        functionName: 'ask',
        args: [calls.map(({ to, data }) => ({ target: to, data }))],
        ...(options.isProbeDeployed
          ? {}
          : { stateOverride: [{ address: PROBE_ADDRESS, code: PROBE_RUNTIME_BYTECODE }] }),
      } as never)
      return (answers as readonly { ok: boolean; data: Hex }[]).map(({ ok, data }) => (ok ? data : undefined))
    },
    async readState(query) {
      const [whole] = await simulateRaw([probeCall(query)], 'state')
      const parts = whole?.status === '0x1' ? [] : splitStateQuery(query)
      if (parts.length < 2) return readProbe(whole)
      // Contracts of others burnt the gas of all: part by part each has enough, at one block.
      const block = numberToHex(await reads.getBlockNumber({ cacheTime: 0 }))
      const [first, ...others] = await Promise.all(
        parts.map(async (part) =>
          readProbe((await simulateRaw([probeCall(part)], 'state', {}, {}, block))[0]),
        ),
      )
      return joinReadings(first as StateReading, others)
    },
    async simulate(calls, watch, environment = {}): Promise<Simulation> {
      const probe = probeCall(watch)
      const encoded = calls.map((call) => encodeCall(call, environment))
      const all = [probe, ...encoded, watch.behind ? probeCall(watch.behind) : probe]
      const results = await simulateRaw(all, 'simulation', environment, fundRelayed(calls))
      return {
        before: readProbe(results[0]),
        calls: results.slice(1, -1).map(decodeCall),
        after: readProbe(results.at(-1)),
      }
    },
  }
}

function pickReads(client: PublicClient): Omit<ChainReader, 'chainId' | 'readState' | 'simulate' | 'ask'> {
  const counting = publicActions(assertQuantities(client))
  return {
    ...createContractReads(client),
    call: client.call,
    simulateContract: client.simulateContract,
    estimateGas: counting.estimateGas,
    getBalance: counting.getBalance,
    getBlock: (async (query) => {
      const block = await client.getBlock(query)
      const isBlock =
        isNatural(block.timestamp) && isNatural(block.number ?? 0n) && isNatural(block.baseFeePerGas ?? 0n)
      if (!isBlock) throw malformed('a block')
      return block
    }) as PublicClient['getBlock'],
    getBlockNumber: counting.getBlockNumber,
    getCode: client.getCode,
    getContractEvents: client.getContractEvents,
    getFeeHistory: client.getFeeHistory,
    getGasPrice: counting.getGasPrice,
    getLogs: client.getLogs,
    getStorageAt: client.getStorageAt,
    getTransaction: client.getTransaction,
    getTransactionCount: counting.getTransactionCount,
    getTransactionReceipt: async (query) =>
      assertReceipt(await client.getTransactionReceipt(query), query.hash),
  }
}

/** What answers with one number, and what that is. */
const QUANTITIES: ReadonlyMap<string, string> = new Map([
  ['eth_blockNumber', 'the number of the head'],
  ['eth_estimateGas', 'an estimate of gas'],
  ['eth_gasPrice', 'the gas price'],
  ['eth_getBalance', 'a balance'],
  ['eth_getTransactionCount', 'a nonce'],
])

const QUANTITY = /^0x[0-9a-f]{1,64}$/i

/** Refuse what is no number in the place of one, which it would become: BigInt([]) and BigInt('') are zero. */
const assertQuantities = (client: PublicClient): PublicClient => ({
  ...client,
  request: (async (asked: { readonly method: string }, options: unknown) => {
    const answer: unknown = await client.request(asked as never, options as never)
    const subject = QUANTITIES.get(asked.method)
    if (subject === undefined || (typeof answer === 'string' && QUANTITY.test(answer))) return answer
    throw malformed(subject)
  }) as PublicClient['request'],
})

const isNatural = (value: unknown) => typeof value === 'bigint' && value >= 0n

const malformed = (subject: string) =>
  new ToolError('CHAIN_READ_FAILED', { subject, reason: 'the node answered with something else' })

const probeCall = (query: StateQuery) => {
  const { parties, allowances } = encodeAllowances(query.allowances)
  return {
    to: PROBE_ADDRESS,
    gas: SIMULATION_GAS,
    data: encodeFunctionData({
      abi: probeAbi,
      functionName: 'read',
      args: [
        query.balances,
        parties,
        allowances,
        query.codeHashes,
        query.feeds,
        query.decimals ?? [],
        (query.views ?? []).map(({ to, data }) => ({ target: to, data })),
      ],
    }),
  }
}

const encodeCall = (call: SimulatedCall, { gasLimit, maxFeePerGasWei }: SimulationEnvironment) => ({
  from: call.from,
  to: call.to,
  value: numberToHex(call.valueWei),
  gas: gasLimit === undefined ? SIMULATION_GAS : numberToHex(gasLimit),
  ...(maxFeePerGasWei === undefined ? {} : { maxFeePerGas: numberToHex(maxFeePerGasWei) }),
  data: call.data,
})

/** More than any gas costs, and far from what a balance can hold. */
const PAID_BY_OTHERS = numberToHex(2n ** 127n)

/** A contract that acts through a relayer needs no ether of its own. */
const fundRelayed = (calls: readonly SimulatedCall[]) =>
  Object.fromEntries(
    calls.flatMap(({ isRelayed, from }) => (isRelayed ? [[from, { balance: PAID_BY_OTHERS }]] : [])),
  )

const overrideAccounts = ({ storage, code = [] }: SimulationEnvironment) => ({
  ...Object.fromEntries(code.map(({ account, code: put }) => [account, { code: put }])),
  ...(storage ? { [storage.account]: { stateDiff: { [storage.slot]: storage.value } } } : {}),
})

const encodeBlock = ({ timestampSeconds, feeRecipient, baseFeeWei, prevRandao }: SimulationEnvironment) => ({
  ...(timestampSeconds === undefined ? {} : { time: numberToHex(timestampSeconds) }),
  ...(feeRecipient === undefined ? {} : { feeRecipient }),
  ...(baseFeeWei === undefined ? {} : { baseFeePerGas: numberToHex(baseFeeWei) }),
  ...(prevRandao === undefined ? {} : { prevRandao }),
})

const decodeCall = (raw: RawCallResult): SimulatedCallResult => ({
  ok: raw.status === '0x1',
  returnData: raw.returnData,
  gasUsed: hexToBigInt(raw.gasUsed),
  logs: raw.logs ?? [],
})

function decodeReading(raw: RawCallResult): StateReading {
  if (raw.status !== '0x1') {
    throw new ToolError('CHAIN_READ_FAILED', { subject: 'state', reason: 'the probe failed' })
  }
  const reading = decodeFunctionResult({ abi: probeAbi, functionName: 'read', data: raw.returnData })
  const amount = ({ ok, value }: { ok: boolean; value: bigint }) => (ok ? value : undefined)
  return {
    balances: reading.balances.map(amount),
    allowances: decodeAllowances(reading.allowances, reading.allowed),
    codeHashes: reading.codeHashes,
    feeds: reading.feeds.map((feed) =>
      feed.ok
        ? {
            answer: feed.answer,
            startedAtSeconds: feed.startedAt,
            updatedAtSeconds: feed.updatedAt,
            decimals: feed.decimals,
          }
        : undefined,
    ),
    decimals: reading.decimals.map(amount),
    views: reading.views.map(({ ok, data }) => (ok ? data : undefined)),
    blockNumber: reading.blockNumber,
    timestampSeconds: reading.timestamp,
    chainId: Number(reading.chainId),
    baseFeeWei: reading.baseFee,
  }
}
